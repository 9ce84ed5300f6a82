import { afterEach, expect, test, vi } from 'vitest';
import { MESSAGES } from '../messages.ts';
import { messageOf, sourceOf } from '../testing/samples.ts';
import { copyAnswer, copyOfAnswer } from './copy-answer.ts';

const words = {
  messages: MESSAGES.english,
  locale: 'en-US',
  now: Date.parse('2026-11-21T12:00:00Z'),
};

afterEach(() => vi.unstubAllGlobals());

function drawn(html: string): Element {
  const body = document.createElement('div');
  body.innerHTML = html;
  return body;
}

test('[CHAT-15] a copied answer is what is drawn, with marks for its chips, and no Markdown', () => {
  const body = drawn(
    '<h3>Dates</h3><p>Coaches <strong>may call</strong> on' +
      ' <span class="citations">June 15.&nbsp;<button class="citation-chip">1</button></span></p>' +
      '<ol start="2">\n<li>Write</li>\n<li>\n<p>Call</p>\n</li>\n</ol><ul><li>Wait</li></ul>' +
      '<section class="answer-table" tabindex="0"><table><thead><tr><th>Division</th><th>Day</th></tr></thead>' +
      '<tbody><tr><td>D1</td><td>June</td></tr></tbody></table></section>' +
      '<p><a href="https://ncaa.org" target="_blank">NCAA<span class="sr-only"> (opens in a new tab)</span></a></p>',
  );
  const message = messageOf({ content: 'June 15 [1].', sources: [sourceOf(1)] });
  const { html, text } = copyOfAnswer(body, message, words);
  expect(text).toBe(
    [
      'Dates',
      '',
      'Coaches may call on June 15. [1]',
      '',
      '2. Write',
      '3. Call',
      '',
      '• Wait',
      '',
      'Division\tDay',
      'D1\tJune',
      '',
      'NCAA',
      '',
      'Sources:',
      '[1] Guide 1.pdf · no date',
    ].join('\n'),
  );
  expect(html).toContain('Coaches <strong>may call</strong> on <span>June 15.&nbsp;[1]</span>');
  expect(html).toContain('<a href="https://ncaa.org">NCAA</a>');
  expect(html).not.toMatch(/class=|button|opens in/);
});

test('[CHAT-15] a copied answer carries its sources, with whose word of when they are', () => {
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
  expect(copyOfAnswer(null, message, words).text).toBe(
    [
      'June 15 [2] and [1].\n\nSources:',
      '[2] Guide 2.pdf · June 2026, Page iv, NCAA, https://ncaa.org/rules',
      '[1] Guide 1.pdf · June 2025, more than a year old, Pages 12–13',
    ].join('\n'),
  );
});

test('[CHAT-15] without sources only the answer is copied', () => {
  const copied = copyOfAnswer(null, messageOf({ content: 'Hello <3.' }), words);
  expect(copied).toEqual({ html: '<p>Hello &lt;3.</p>', text: 'Hello <3.' });
});

/** The older way to copy, which is not there in every browser. */
function stubCommand(works: boolean): DataTransfer {
  const clipboardData = new DataTransfer();
  document.execCommand = (command) => {
    if (works && command === 'copy') {
      document.dispatchEvent(Object.assign(new Event('copy'), { clipboardData }));
    }
    return works;
  };
  return clipboardData;
}

const ANSWER = { html: '<p>June 15.</p>', text: 'June 15.' };

test('[CHAT-15] without the permission an answer is copied in the older way', async () => {
  const refusal = new DOMException('Write permission denied.', 'NotAllowedError');
  vi.stubGlobal('ClipboardItem', Object);
  vi.stubGlobal('navigator', { clipboard: { write: () => Promise.reject(refusal) } });
  const copied = stubCommand(true);
  await copyAnswer(ANSWER);
  expect(copied.getData('text/plain')).toBe(ANSWER.text);
  expect(copied.getData('text/html')).toBe(ANSWER.html);
  stubCommand(false);
  await expect(copyAnswer(ANSWER)).rejects.toBe(refusal);
});

test('[CHAT-15] on a page without encryption the answer is copied as well', async () => {
  vi.stubGlobal('navigator', {});
  const copied = stubCommand(true);
  await copyAnswer(ANSWER);
  expect(copied.getData('text/plain')).toBe(ANSWER.text);
});
