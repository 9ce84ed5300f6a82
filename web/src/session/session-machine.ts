import type { User } from '@pathway/contract/session';

/** Whether the user accepted the current terms; `unknown` until the server replied. */
export type Consent = 'unknown' | 'given' | 'needed';

/**
 * Why nobody is signed in: nobody ever was, or the server could not be asked; the session ended by
 * itself; the person signed out, here or in another tab, or deleted the account.
 */
export type SignedOutReason =
  | 'stranger'
  | 'unknown'
  | 'expired'
  | 'left'
  | 'left-elsewhere'
  | 'deleted';

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out'; reason: SignedOutReason }
  | {
      status: 'signed-in';
      user: User;
      consent: Consent;
      /** Separates conversations; made anew each time the user changes. */
      chatSessionId: string;
    };

export type SessionEvent =
  /** The server named the user. `remembersConsent`: a local flag says the terms were accepted. */
  | { type: 'user-arrived'; user: User; remembersConsent: boolean; chatSessionId: string }
  /** There is no user (any more). */
  | { type: 'user-left'; reason: SignedOutReason }
  /** A reply about a user who may have left in the meantime. */
  | { type: 'consent-learned'; userId: string; given: boolean };

/** Whether the person wanted to go, and is not to be led back to where they were. */
export function isByChoice(reason: SignedOutReason): boolean {
  return reason === 'left' || reason === 'deleted';
}

export const INITIAL_SESSION: SessionState = { status: 'loading' };

/**
 * The session after an event; pure. The same user arriving again keeps consent and chat session
 * id, another user starts anew; what is learned about somebody else changes nothing.
 */
export function transitionSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'user-arrived': {
      if (state.status === 'signed-in' && state.user.id === event.user.id) {
        return { ...state, user: event.user };
      }
      const consent = event.remembersConsent ? 'given' : 'unknown';
      const { user, chatSessionId } = event;
      return { status: 'signed-in', user, consent, chatSessionId };
    }
    case 'user-left':
      return { status: 'signed-out', reason: event.reason };
    case 'consent-learned':
      if (state.status !== 'signed-in' || state.user.id !== event.userId) return state;
      return { ...state, consent: event.given ? 'given' : 'needed' };
  }
}
