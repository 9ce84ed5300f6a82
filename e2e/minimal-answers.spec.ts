import type { Page } from '@playwright/test';
import { expect, test } from './support/admin-test.ts';
import {
  replyToCalls,
  FAILURES,
  type Reply,
  SIGNED_IN,
  SUCCESSES,
} from './support/minimal-replies.ts';
import { expectFault } from './support/test.ts';

/** The chat with the least that the specification promises of each call. */

const APOLOGY = 'Sorry, something went wrong. Please try again.';
const NO_FEEDBACK = 'Feedback not available for this message';
const END_OF_HISTORY = "You've reached the end of your available chat history.";
const THANKS = 'Thank you for your feedback!';
const CHAT = 'POST /api/chat';
const FEEDBACK = 'POST /api/feedback';

const chatHeading = (page: Page) => page.getByRole('heading', { name: 'Ask Avery' });
const newest = (page: Page) => page.getByRole('article').last();

async function ask(page: Page, question: string): Promise<void> {
  await page.getByPlaceholder('Type your message...').fill(question);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** A stream of events as a server may write it, an unknown event and unreadable lines among them. */
function stream(contentType: string, ...events: object[]): Reply {
  const lines = [{ type: 'progress', percent: 7 }, ...events].map(
    (event) => `data: ${JSON.stringify(event)}\n\n`,
  );
  return { contentType, body: `data: not JSON\n\n${lines.join('')}` };
}

test('[CHAT-10, FB-03, FB-06] chat: stored messages need a role and a text alone, and an odd one hides no other', async ({
  page,
  pageFaults,
}) => {
  const calls = await replyToCalls(page, SIGNED_IN);
  const show = async (reply: Reply) => {
    calls.reply({ 'GET /api/chat/history': reply });
    await page.goto('/chat');
    await expect(chatHeading(page)).toBeVisible();
  };
  for (const messages of [[], null, undefined]) {
    await show({ json: { messages, next: null } });
    await expect(page.getByText('I answer from our source documents')).toBeVisible();
  }
  for (const failure of FAILURES) {
    await show(failure);
    await expect(page.getByText("We couldn't load your earlier messages.")).toBeVisible();
  }
  await show({
    json: {
      messages: [
        { role: 'system', id: 'end-of-history', content: '' },
        { role: 'user', content: 'First question' },
        { role: 'assistant', content: 'First answer' },
        null,
        7,
        { role: 'tool', content: 'Not for people' },
        { role: 'user', id: null, content: 'Second question', feedback: 'later' },
        { role: 'assistant', id: 12, content: 'Second answer', feedback: 'up', sources: null },
        { role: 'user', content: 'Third question', id: 12 },
        {
          role: 'assistant',
          id: 12,
          content: 'Third answer [1] [2]',
          feedback: 'down',
          feedbackSubmitted: true,
          feedbackText: null,
          sources: [{ n: 'x' }, { n: 1, title: 'Guide.pdf', page: 'x' }, null],
        },
        { role: 'user', content: 'Fourth question' },
        { role: 'assistant', content: null, id: 'x' },
      ],
    },
  });
  const articles = page.getByRole('article');
  await expect(articles.filter({ hasText: 'First answer' })).toContainText(NO_FEEDBACK);
  const second = articles.filter({ hasText: 'Second answer' });
  await expect(second.getByRole('button', { name: 'Thumbs up' })).toBeDisabled();
  const third = articles.filter({ hasText: 'Third answer' });
  await expect(third.getByText(THANKS)).toBeVisible();
  await third.getByRole('button', { name: 'Source 1: Guide.pdf' }).first().click();
  await expect(articles.filter({ hasText: APOLOGY })).toBeVisible();
  await expect(page.getByText(END_OF_HISTORY)).toHaveCount(1);
  await expect(page.getByRole('log')).not.toContainText(/undefined|null|NaN|Not for people/);
  for (const question of ['First', 'Second', 'Third', 'Fourth']) {
    await expect(page.getByText(`${question} question`)).toBeVisible();
  }
  await expectFault(pageFaults, /\/api\/chat\/history/);
});

test('[CHAT-08, CHAT-09, FB-03] chat: an answer needs a text alone, as JSON or as a stream, and a failure nothing', async ({
  page,
  pageFaults,
}) => {
  const calls = await replyToCalls(page, SIGNED_IN);
  await page.goto('/chat');
  const EVENTS = 'text/event-stream';
  const answers: (readonly [string, Reply])[] = [
    ['no id', { json: { message: { content: 'TEXT' } } }],
    ['id null', { json: { message: { content: 'TEXT', id: null, sources: null }, usage: 3 } }],
    ['empty id', { json: { message: { content: 'TEXT', id: '', role: 'assistant' } } }],
    ['odd sources', { json: { message: { content: 'TEXT', sources: [7], suggestions: {} } } }],
    ['JSON without its type', { body: '{"message":{"content":"TEXT"}}', contentType: '' }],
    ['a stream', stream(EVENTS, { type: 'done', message: { content: 'TEXT' } })],
    [
      'a stream with more to its type',
      stream('Text/Event-Stream; charset=UTF-8', { type: 'done', message: { content: 'TEXT' } }),
    ],
  ];
  for (const [index, [name, reply]] of answers.entries()) {
    const text = `Answer number ${index}`;
    const named = (value: string | undefined) => value?.replace('TEXT', text);
    const json = reply.json && JSON.parse(named(JSON.stringify(reply.json)) ?? '');
    calls.reply({
      [CHAT]: { ...reply, ...(json && { json }), ...(reply.body && { body: named(reply.body) }) },
    });
    await ask(page, `Question ${index}`);
    await expect(newest(page), name).toContainText(text);
    await expect(newest(page), name).toContainText(NO_FEEDBACK);
  }
  const noAnswer: Reply[] = [
    ...FAILURES,
    ...SUCCESSES.map(([, reply]) => reply),
    { json: { message: { id: 'x', content: null } } },
    { json: { message: { id: 'x', content: ' ' } } },
    stream(EVENTS, { type: 'delta', text: 'Half an' }, { type: 'error', error: 'No' }),
  ];
  for (const reply of noAnswer) {
    calls.reply({ [CHAT]: reply });
    const before = await page.getByRole('alert').count();
    await ask(page, 'And now?');
    await expect(page.getByRole('alert')).toHaveCount(before + 1);
    await expect(page.getByRole('alert').last()).toHaveText(APOLOGY);
  }
  calls.reply({ [CHAT]: { status: 401, json: { error: 'Signed out' } } });
  await ask(page, 'And now?');
  await expect(page).toHaveURL(/\/login/);
  await expectFault(pageFaults, /\/api\/chat/);
});

test('[FB-01, FB-02, FB-05] feedback: every success is one, and a failure can be tried again', async ({
  page,
  pageFaults,
}) => {
  const calls = await replyToCalls(page, SIGNED_IN);
  await page.goto('/chat');
  const up = () => newest(page).getByRole('button', { name: 'Thumbs up' });
  const submit = () => newest(page).getByRole('button', { name: 'Submit Feedback' });
  for (const [index, [name, success]] of SUCCESSES.entries()) {
    calls.reply({ [CHAT]: { json: { message: { content: `Answer ${index}`, id: index } } } });
    await ask(page, `Question ${index}`);
    await expect(newest(page)).toContainText(`Answer ${index}`);
    if (index === 0) {
      for (const failure of FAILURES) {
        calls.reply({ [FEEDBACK]: failure });
        await up().click();
        await expect(newest(page).getByRole('alert')).toHaveText(
          'Failed to submit feedback. Please try again.',
        );
        await expect(up()).toBeEnabled();
      }
    }
    calls.reply({ [FEEDBACK]: success });
    await up().click();
    await submit().click();
    await expect(newest(page).getByText(THANKS), name).toBeVisible();
  }
  await expectFault(pageFaults, /\/api\/feedback/);
});
