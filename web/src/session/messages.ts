import { defineMessages } from '../lib/language/messages.ts';

const ENGLISH = {
  loading: 'Loading...',
  consentNeeded: 'Please complete consent to continue...',
  reviewAndAccept: 'Review and accept',
  reload: 'Reload the page',
  continue: 'Continue',
} as const;

export const MESSAGES = defineMessages(
  ENGLISH,
  async () => (await import('./messages.es.ts')).SPANISH,
);
