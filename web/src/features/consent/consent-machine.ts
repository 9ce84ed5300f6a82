import type { Tier } from '@pathway/contract/session';
import type { ConsentMessages } from './messages.ts';

export interface ConsentForm {
  accepted: boolean;
  firstName: string;
  lastName: string;
  email: string;
}

/** What the form shows beside its fields; only one thing is wrong at a time. */
export type ConsentState =
  | { status: 'idle' }
  | { status: 'not-accepted' }
  | { status: 'fields-missing' }
  | { status: 'submitting' }
  | { status: 'failed'; text: string };

export type ConsentEvent =
  | { type: 'submitted'; form: ConsentForm; tier: Tier }
  | { type: 'failed'; text: string };

/**
 * The consent form after an event; pure. A submission is checked first: the terms must be
 * accepted, and the public tier must have filled in names and e-mail (checked before the terms,
 * as they stand above the checkbox). A second submission while one is under way changes nothing.
 */
export function transitionConsent(state: ConsentState, event: ConsentEvent): ConsentState {
  if (event.type === 'failed') return { status: 'failed', text: event.text };
  if (state.status === 'submitting') return state;
  if (event.tier === 'public' && missingFields(event.form).length > 0) {
    return { status: 'fields-missing' };
  }
  return event.form.accepted ? { status: 'submitting' } : { status: 'not-accepted' };
}

type TextFieldName = 'firstName' | 'lastName' | 'email';

/** The required fields of the public tier that are still blank, in the order they stand. */
export function missingFields(form: ConsentForm): TextFieldName[] {
  const required: TextFieldName[] = ['firstName', 'lastName', 'email'];
  return required.filter((name) => form[name].trim() === '');
}

/** What a refused or lost call says: each tier has its own sentence. */
export function consentFailureText(
  messages: ConsentMessages,
  tier: Tier,
  wasReached: boolean,
): string {
  if (!wasReached) return messages.networkFailed;
  return tier === 'public' ? messages.publicFailed : messages.signedInFailed;
}
