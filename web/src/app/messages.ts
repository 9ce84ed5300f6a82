import { defineMessages } from '../lib/language/messages.ts';

const ENGLISH = {
  skip: 'Skip to content',
  mainNavigation: 'Main',
  chat: 'Chat',
  profile: 'Profile',
  admin: 'Admin',
  switchTheme: 'Switch colour theme',
  crashed: 'Something went wrong.',
  reload: 'Reload the page',
} as const;

export const MESSAGES = defineMessages(
  ENGLISH,
  async () => (await import('./messages.es.ts')).SPANISH,
);
