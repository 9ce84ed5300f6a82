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
  signedOut: {
    expired: 'Your session has ended. Please sign in again.',
    questionKept: 'Your message is kept and will be there when you are back.',
    left: 'You are signed out.',
    'left-elsewhere': 'You signed out in another tab.',
    deleted: 'Your account is deleted.',
    unknown:
      'We could not find out whether you are signed in. Check your connection, or sign in again.',
    signInFirst: 'Please sign in first. Then you will get to the page you asked for.',
    noSuchPage: 'There is no page at that address. Sign in to go on to the chat.',
  },
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
