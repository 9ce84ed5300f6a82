import type { ChatMessage } from '@pathway/contract/chat';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

const CHAT = 'POST /api/chat';
const HISTORY = 'GET /api/chat/history';
const NOW = '2026-11-21T18:00:00Z';
const DAYS = ['2026-11-19T18:00:00Z', '2026-11-20T18:00:00Z', NOW];

const unrated = { feedback: null, feedbackSubmitted: false, feedbackText: '' };

/** Four turns on each of three days, each a screen high. */
const MESSAGES = DAYS.flatMap((asked_at, day) =>
  [1, 2, 3, 4].flatMap((turn): ChatMessage[] => [
    { ...unrated, id: null, role: 'user', content: `Question ${turn} of day ${day}?`, asked_at },
    {
      ...unrated,
      id: `answer-${day}-${turn}`,
      role: 'assistant',
      content: 'Words of the answer [1].\n\n'.repeat(12),
      sources: [{ n: 1, title: 'Guide', kind: 'document', excerpt: 'Words.' }],
    },
  ]),
);

test('[CHAT-07, CHAT-10] a long conversation is divided by days, and its questions are one press away', async ({
  page,
  visitor,
  network,
  isMobile,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.setFixedTime(NOW);
  await visitor.arrive();
  network.reply(HISTORY, { body: { messages: MESSAGES } });
  await page.reload();
  const log = page.getByRole('log');
  await expect(log.getByRole('article')).toHaveCount(MESSAGES.length);
  for (const day of ['Thursday, November 19, 2026', 'Yesterday', 'Today']) {
    await expect(log.getByText(day, { exact: true })).toHaveCount(1);
  }
  const headings = log.getByRole('heading', { level: 3 });
  await expect(headings).toHaveText(
    MESSAGES.filter(({ role }) => role === 'user').map(({ content }) => `You: ${content}`),
  );
  const field = page.getByPlaceholder('Type your message...');
  if (!isMobile) await expect(field).toBeFocused();

  await page.getByRole('button', { name: 'Your questions' }).click();
  const list = page.getByRole('dialog', { name: 'Your questions' });
  await expect(list.getByRole('listitem')).toHaveCount(12);
  await expectAccessible(page, 'the list of questions');
  await list.getByRole('button', { name: 'Question 2 of day 1?' }).click();
  await expect(list).toHaveCount(0);
  const question = log.getByRole('heading', { name: 'Question 2 of day 1?' });
  await expect(question).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await question.boundingBox())?.y).toBeLessThan(120);
  await expect(page.getByRole('button', { name: 'Jump to newest' })).toBeInViewport();

  await page.getByRole('button', { name: 'Skip to message' }).press('Enter');
  await expect(field).toBeFocused();
});

test('[CHAT-12, CHAT-15] a stopped question is asked again with one press', async ({
  page,
  visitor,
  network,
}) => {
  await visitor.arrive();
  network.hold(CHAT, { afterPieces: 3 });
  await visitor.ask('When can a D1 coach text or call me first?');
  const newest = page.getByRole('article').last();
  await expect(newest).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(newest.getByText('Stopped')).toBeVisible();
  network.restore();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(newest).toContainText('June 15');
  await expect(page.getByRole('button', { name: 'Ask again' })).toHaveCount(0);
});

test('[CHAT-15] an answer is pasted with its form or as plain words, and a cut paste can be undone', async ({
  page,
  visitor,
  network,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.arrive();
  const content = '**June 15** [1]\n\n1. Write\n2. Call';
  const sources = [{ n: 1, title: 'Guide', kind: 'document' as const, excerpt: 'Words.' }];
  network.reply(CHAT, { body: { message: { id: 'one', content, sources } } });
  await visitor.ask('When?');
  const newest = page.getByRole('article').last();
  await newest.getByRole('button', { name: 'Copy answer' }).click();
  await expect(newest.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => (await item?.getType(type))?.text();
    return { html: await read('text/html'), text: await read('text/plain') };
  });
  expect(copied.text).toBe('June 15 [1]\n\n1. Write\n2. Call\n\nSources:\n[1] Guide · no date');
  expect(copied.html).toContain('<strong>June 15</strong>');

  const field = page.getByPlaceholder('Type your message...');
  await field.fill('Before. ');
  await page.evaluate(() => navigator.clipboard.writeText('x'.repeat(612)));
  await field.press('ControlOrMeta+V');
  await expect(page.getByText('120 characters were left out.')).toBeVisible();
  await expect(page.getByText('500 / 500 characters')).toBeVisible();
  await expectAccessible(page, 'a cut paste');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(field).toHaveValue('Before. ');
  await expect(field).toBeFocused();
  await expect(page.getByText('characters were left out')).toHaveCount(0);
});
