import { describe, expect, test } from 'vitest';
import {
  type ConsentEvent,
  type ConsentForm,
  type ConsentState,
  consentFailureText,
  transitionConsent,
} from './consent-machine.ts';
import { MESSAGES } from './messages.ts';

const blank: ConsentForm = { accepted: false, firstName: '', lastName: ' ', email: '' };
const filled: ConsentForm = {
  accepted: true,
  firstName: 'Maya',
  lastName: 'Reyes',
  email: 'm@x.y',
};
const idle: ConsentState = { status: 'idle' };

const TABLE: [string, ConsentState, ConsentEvent, ConsentState][] = [
  [
    '[CONS-02] an unticked box is refused',
    idle,
    { type: 'submitted', form: { ...filled, accepted: false }, tier: 'free_auth' },
    { status: 'not-accepted' },
  ],
  [
    'a signed-in user needs no names',
    idle,
    { type: 'submitted', form: { ...blank, accepted: true }, tier: 'free_auth' },
    { status: 'submitting' },
  ],
  [
    '[CONS-03] the public tier needs every field, blanks do not count',
    idle,
    { type: 'submitted', form: { ...filled, lastName: ' ' }, tier: 'public' },
    { status: 'fields-missing' },
  ],
  [
    '[CONS-02] the public tier must tick the box too',
    { status: 'fields-missing' },
    { type: 'submitted', form: { ...filled, accepted: false }, tier: 'public' },
    { status: 'not-accepted' },
  ],
  [
    'a complete public form is sent',
    idle,
    { type: 'submitted', form: filled, tier: 'public' },
    { status: 'submitting' },
  ],
  [
    'nothing is sent twice',
    { status: 'submitting' },
    { type: 'submitted', form: blank, tier: 'public' },
    { status: 'submitting' },
  ],
  [
    '[CONS-06] a failure opens the form again',
    { status: 'submitting' },
    { type: 'failed', text: 'Failed to record consent.' },
    { status: 'failed', text: 'Failed to record consent.' },
  ],
];

describe('the consent machine', () => {
  test.each(TABLE)('%s', (_, before, event, after) => {
    expect(transitionConsent(before, event)).toEqual(after);
  });

  test.each([
    ['public', true, 'Failed to record consent.'],
    ['free_auth', true, 'Failed to record consent. Please try again.'],
    ['public', false, 'Network error. Please try again.'],
    ['free_auth', false, 'Network error. Please try again.'],
  ] as const)('[CONS-06] tier %s, reached %s: %s', (tier, wasReached, text) => {
    expect(consentFailureText(MESSAGES.english, tier, wasReached)).toBe(text);
  });
});
