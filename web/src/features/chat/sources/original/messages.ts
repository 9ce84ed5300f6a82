import { defineMessages } from '../../../../lib/language/messages.ts';

const ENGLISH = {
  close: 'Close the original',
  loading: 'Loading the original...',
  failed: 'The original cannot be opened.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previous: 'Previous page',
  next: 'Next page',
  larger: 'Larger',
  smaller: 'Smaller',
  text: 'Text of the document',
  earlier: 'Show what comes before',
  more: 'Show what comes next',
} as const;

export const MESSAGES = defineMessages(
  ENGLISH,
  async () => (await import('./messages.es.ts')).SPANISH,
);
