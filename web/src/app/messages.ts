import { defineMessages, type Translated } from '../lib/language/define-messages.ts';

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
export type AppMessages = Translated<typeof ENGLISH>;
