import { afterEach, expect, test, vi } from 'vitest';
import { MESSAGES } from '../messages.ts';
import { messageOf, sourceOf } from '../testing/samples.ts';
import { answerAsText, copyText } from './copy-answer.ts';

const words = {
  messages: MESSAGES.english,
  locale: 'en-US',
  now: Date.parse('2026-11-21T12:00:00Z'),
};

afterEach(() => vi.unstubAllGlobals());

test('[CHAT-15] a copied answer carries its sources as text, with whose word of when they are', () => {
  const sources = [
    sourceOf(1, { page: 12, page_end: 13, as_of: '2025-06-15' }),
    sourceOf(2, {
      page_label: 'iv',
      authority: 'NCAA',
      as_of: '2026-06-15',
      url: 'https://ncaa.org/rules',
    }),
    sourceOf(3),
  ];
  const message = messageOf({ content: 'June 15 [2] and [1].', sources });
  expect(answerAsText(message, words)).toBe(
    [
      'June 15 [2] and [1].\n\nSources:',
      '[2] Guide 2.pdf · June 2026, Page iv, NCAA, https://ncaa.org/rules',
      '[1] Guide 1.pdf · June 2025, more than a year old, Pages 12–13',
    ].join('\n'),
  );
});

test('[CHAT-15] an undated source says so, and without sources only the answer is copied', () => {
  const undated = messageOf({ content: 'Hello [1].', sources: [sourceOf(1)] });
  expect(answerAsText(undated, words)).toBe('Hello [1].\n\nSources:\n[1] Guide 1.pdf · no date');
  expect(answerAsText(messageOf({ content: 'Hello.' }), words)).toBe('Hello.');
});

/** The older way to copy, which is not there in every browser. */
function stubCommand(works: boolean): string[] {
  const copied: string[] = [];
  document.execCommand = (command) => {
    if (works && command === 'copy') copied.push(getSelection()?.toString() ?? '');
    return works;
  };
  return copied;
}

test('[CHAT-15] without the permission the text is copied in the older way, and nothing of it stays', async () => {
  const refusal = new DOMException('Write permission denied.', 'NotAllowedError');
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(refusal) } });
  const copied = stubCommand(true);
  await copyText('June 15.\n\nSources');
  expect(copied).toEqual(['June 15.\n\nSources']);
  expect(document.body.textContent).not.toContain('June 15');
  stubCommand(false);
  await expect(copyText('June 15.')).rejects.toBe(refusal);
});

test('[CHAT-15] on a page without encryption the text is copied as well', async () => {
  vi.stubGlobal('navigator', {});
  const copied = stubCommand(true);
  await copyText('June 15.');
  expect(copied).toEqual(['June 15.']);
});
