import { defineMessages } from '../../lib/language/messages.ts';

const ENGLISH = {
  pageTitle: 'Profile',
  heading: 'Your Profile',
  logout: 'Logout',
  logoutFailed: 'Logout failed. Please try again.',
  loading: 'Loading...',
  loadFailed: 'Failed to load profile.',
  tryAgain: 'Try again',
  aboutYou: 'About you',
  aboutYouHint: 'Tell us who you are and where you want to go.',
  firstName: 'First Name',
  lastName: 'Last Name',
  screenName: 'Screen Name',
  screenNameHint: 'This is how the chatbot will address you.',
  goals: 'Tell us about yourself / goals (max 100 words)',
  save: { idle: 'Save Profile', saving: 'Saving...', saved: 'Saved!', failed: 'Error!' },
  saveFailed: 'Failed to save profile.',
  language: 'Language',
  account: 'Sign-in and security',
  accountChanged: 'Your sign-in settings were changed.',
  accountMissing: 'The account settings cannot be loaded.',
} as const;

export const MESSAGES = defineMessages(
  ENGLISH,
  async () => (await import('./messages.es.ts')).SPANISH,
);
