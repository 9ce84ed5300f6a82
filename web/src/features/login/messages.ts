import { defineMessages, type Translated } from '../../lib/language/messages.ts';

const ENGLISH = {
  pageTitle: 'Login',
  heading: 'Login or Sign Up',
  slogan: 'Know what to do next.',
  pitch: 'College planning and recruiting answers, with the source beside every one.',
  callbackFailed: 'Backend session creation failed.',
  unexpected: 'An unexpected error occurred during login.',
  erasureUnsure:
    'Your account is deleted, but it is not certain that your data here is erased as well. Please ask the people who run this site.',
  signUpClosed: 'Account registration is disabled.',
  widgetLoading: 'Loading...',
  widgetMissing: 'The sign-in form cannot be loaded.',
  language: 'Language',
  legal: {
    before: 'By continuing you will be asked to accept the ',
    terms: 'Terms of Service',
    and: ' and ',
    privacy: 'Privacy Policy',
    after: '.',
  },
} as const;

export const MESSAGES = defineMessages(
  ENGLISH,
  async () => (await import('./messages.es.ts')).SPANISH,
);
export type LoginMessages = Translated<typeof ENGLISH>;
