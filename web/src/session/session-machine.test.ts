import type { User } from '@pathway/contract/session';
import { describe, expect, test } from 'vitest';
import { type SessionEvent, type SessionState, transitionSession } from './session-machine.ts';

const ada: User = { id: 'ada', is_admin: false, tier: 'free_auth' };
const bob: User = { id: 'bob', is_admin: true, tier: 'free_auth' };

const signedIn = (user: User, consent: 'unknown' | 'given' | 'needed', id: string) =>
  ({ status: 'signed-in', user, consent, chatSessionId: id }) satisfies SessionState;
const arrives = (user: User, id: string, remembersConsent = false): SessionEvent => ({
  type: 'user-arrived',
  user,
  remembersConsent,
  chatSessionId: id,
});

const TABLE: [string, SessionState, SessionEvent, SessionState][] = [
  [
    'a user without a local flag starts with unknown consent',
    { status: 'loading' },
    arrives(ada, 'chat-1'),
    signedIn(ada, 'unknown', 'chat-1'),
  ],
  [
    'a user with a local flag starts with consent given',
    { status: 'loading' },
    arrives(ada, 'chat-1', true),
    signedIn(ada, 'given', 'chat-1'),
  ],
  [
    '[AUTH-08] another user gets another chat session id',
    signedIn(ada, 'given', 'chat-1'),
    arrives(bob, 'chat-2'),
    signedIn(bob, 'unknown', 'chat-2'),
  ],
  [
    '[AUTH-08] the same user keeps theirs',
    signedIn(ada, 'given', 'chat-1'),
    arrives({ ...ada, is_admin: true }, 'chat-2'),
    signedIn({ ...ada, is_admin: true }, 'given', 'chat-1'),
  ],
  [
    '[AUTH-05] no user means signed out',
    { status: 'loading' },
    { type: 'user-left', reason: 'expired' },
    { status: 'signed-out', reason: 'expired' },
  ],
  [
    '[AUTH-07] leaving forgets user and consent',
    signedIn(ada, 'given', 'chat-1'),
    { type: 'user-left', reason: 'left' },
    { status: 'signed-out', reason: 'left' },
  ],
  [
    'consent is learned',
    signedIn(ada, 'unknown', 'chat-1'),
    { type: 'consent-learned', userId: 'ada', given: true },
    signedIn(ada, 'given', 'chat-1'),
  ],
  [
    'consent can be taken back by the server',
    signedIn(ada, 'given', 'chat-1'),
    { type: 'consent-learned', userId: 'ada', given: false },
    signedIn(ada, 'needed', 'chat-1'),
  ],
  [
    'what is learned about a former user changes nothing',
    signedIn(bob, 'unknown', 'chat-2'),
    { type: 'consent-learned', userId: 'ada', given: true },
    signedIn(bob, 'unknown', 'chat-2'),
  ],
  [
    'what is learned after leaving changes nothing',
    { status: 'signed-out', reason: 'left' },
    { type: 'consent-learned', userId: 'ada', given: true },
    { status: 'signed-out', reason: 'left' },
  ],
];

describe('the session machine', () => {
  test.each(TABLE)('%s', (_, before, event, after) => {
    expect(transitionSession(before, event)).toEqual(after);
  });
});
