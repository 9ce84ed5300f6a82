import { PassThrough } from 'node:stream';
import type { AnswerEvent, ReplyMessage } from '@pathway/contract/chat';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { askOverHttp } from './support/page-calls.ts';
import { expect, test } from './support/test.ts';

const CHAT = 'POST /api/chat';
const QUESTION = 'When can a D1 coach text or call me first?';
/** Three screens of text. */
const PARAGRAPHS = Array.from(
  { length: 24 },
  (_, index) => `Part ${index + 1}. ${'Word '.repeat(40)}`,
);

test('[CHAT-07, CHAT-12] the question and the beginning of its answer stay where they are while a long answer arrives', async ({
  page,
  visitor,
  network,
}) => {
  await visitor.arrive();
  await askOverHttp(page, [QUESTION, QUESTION, QUESTION]);
  await page.reload();
  await expectEndInView(page);
  const answer = writeAnswer();
  network.reply(CHAT, { events: answer.events });
  const field = page.getByPlaceholder('Type your message...');
  await field.fill('How long is a long answer?');
  await field.press('Enter');
  const question = page.getByText('How long is a long answer?');
  const newest = page.getByRole('article').last();
  const jump = page.getByRole('button', { name: 'Jump to newest' });
  await expect(page.getByText('Avery is thinking...')).toBeInViewport({ ratio: 1 });
  await expectEndInView(page);
  const top = await topOf(question);
  expect(top, 'the question stands at the top').toBeLessThan(110);
  expect(top, 'below the navigation').toBeGreaterThan(60);
  await expect(field).toBeFocused();

  for (const paragraph of PARAGRAPHS) {
    answer.send({ type: 'delta', text: `${paragraph}\n\n` });
    await expect(newest).toContainText(paragraph.slice(0, 8));
    expect(await topOf(question), 'nothing moves').toBe(top);
  }
  await expect(newest.getByText('Part 1.')).toBeInViewport({ ratio: 1 });
  await expect(jump).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'a long answer');
  answer.end({
    content: PARAGRAPHS.join('\n\n'),
    id: 'long',
    suggestions: ['What is a dead period?'],
  });
  await expect(newest.getByRole('button', { name: 'Thumbs up' })).toBeAttached();
  expect(await topOf(question), 'nor at the end').toBe(top);
  await expect(field).toBeFocused();
  const thumbsUp = newest.getByRole('button', { name: 'Thumbs up' });
  await thumbsUp.focus();
  const [stop, composer] = [await thumbsUp.boundingBox(), await page.locator('form').boundingBox()];
  expect((stop?.y ?? 0) + (stop?.height ?? 0), 'no stop under the composer').toBeLessThan(
    composer?.y ?? 0,
  );
  await page.evaluate(() => window.scrollTo(0, 0));
  await field.focus();
  await expect(jump).toBeInViewport({ ratio: 1 });

  await page.keyboard.press('Shift+Tab');
  await expect(jump).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(jump).toHaveCount(0);
  await expectEndInView(page);
  await expect(page.getByRole('button', { name: 'What is a dead period?' })).toBeInViewport();
});

test('[CHAT-07] a reader who scrolls is left alone, and the next question stands at the top again', async ({
  page,
  visitor,
  network,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitor.arrive();
  const answer = writeAnswer();
  network.reply(CHAT, { events: answer.events });
  await visitor.ask('How long is a long answer?');
  const newest = page.getByRole('article').last();
  for (const paragraph of PARAGRAPHS) answer.send({ type: 'delta', text: `${paragraph}\n\n` });
  await expect(newest).toContainText('Part 24.');
  const begin = newest.getByText('Part 1.');
  const before = await topOf(begin);
  await page.mouse.move(150, 300);
  await page.mouse.wheel(0, 700);
  await expect.poll(() => topOf(begin)).toBe(before - 700);
  const top = before - 700;
  answer.end({ content: PARAGRAPHS.join('\n\n'), id: 'long' });
  await expect(newest.getByRole('button', { name: 'Thumbs up' })).toBeAttached();
  expect(await topOf(begin), 'nothing moves').toBe(top);

  network.restore();
  await visitor.ask(QUESTION);
  await expect(newest.getByRole('button', { name: 'Thumbs up' })).toBeAttached();
  const question = page.getByRole('heading', { name: QUESTION });
  await expect(question).toBeInViewport({ ratio: 1 });
  expect(await topOf(question)).toBeLessThan(110);
  await expect(newest.getByRole('paragraph').first()).toBeInViewport({ ratio: 1 });

  await page.reload();
  await expect(newest.getByRole('button', { name: 'Thumbs up' })).toBeInViewport();
  await expectEndInView(page);
  const [row, composer] = [await newest.boundingBox(), await page.locator('form').boundingBox()];
  const gap = (composer?.y ?? 0) - (row?.y ?? 0) - (row?.height ?? 0);
  const scrolled = await page.evaluate(() => document.body.scrollHeight - window.innerHeight);
  // What fits the window leaves it room, but nothing to scroll for.
  expect(scrolled > 0 ? gap : 0, 'no room is left below what is over').toBeLessThan(60);
});

test('[CHAT-07] the answer to a question that fills a low window begins in view @any-width', async ({
  page,
  visitor,
  network,
}) => {
  await page.setViewportSize({ width: 390, height: 420 });
  await visitor.arrive();
  network.reply(CHAT, { body: { message: { content: PARAGRAPHS.join('\n\n'), id: 'long' } } });
  await visitor.ask('What comes next for me? '.repeat(20));
  await expect(page.getByRole('article').last().getByText('Part 1.')).toBeInViewport();
});

test('[CHAT-11, CHAT-13, CHAT-15] below an answer stand its dates, a way to confirm them, and what else may be asked', async ({
  page,
  visitor,
  network,
}) => {
  // As on a page without encryption.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
  await visitor.arrive();
  await visitor.ask(QUESTION);
  const newest = page.getByRole('article').last();
  const origin = newest.getByRole('listitem').filter({ hasText: 'Confirm' }).first();
  await expect(origin).toHaveText(
    /^NCAA .+\s· [A-Z][a-z]+ 20\d\d(, more than a year old)?\s· Confirm/,
  );
  const link = origin.getByRole('link', { name: /^Confirm “.+” on .+ \(opens in a new tab\)$/ });
  await expect(link).toHaveAttribute('href', /^https:\/\//);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');

  await newest.getByRole('button', { name: 'Copy answer' }).click();
  await expect(newest.getByRole('button', { name: 'Copied' })).toBeVisible();
  const field = page.getByPlaceholder('Type your message...');
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(field).toHaveValue(/June 15/);
  await field.fill('');

  const sources = [{ n: 1, title: 'Guide', kind: 'document' as const, excerpt: 'Words.' }];
  const message = {
    content: 'Yes [1].',
    id: 'one',
    sources,
    suggestions: ['What is a dead period?'],
  };
  network.reply(CHAT, { body: { message } });
  await visitor.ask('And then?');
  const also = page.getByRole('region', { name: 'Also:' });
  await expect(newest.getByText('Guide · no date')).toBeVisible();
  network.restore();
  await also.getByRole('button', { name: 'What is a dead period?' }).click();
  await expect(newest).toContainText('dead period');
  await expect(also.getByRole('button', { name: 'What is a dead period?' })).toHaveCount(0);
});

/** An answer that the test writes, event by event. */
function writeAnswer() {
  const events = new PassThrough();
  const send = (event: AnswerEvent) => void events.write(`data: ${JSON.stringify(event)}\n\n`);
  return {
    events,
    send,
    end(message: ReplyMessage) {
      send({ type: 'done', message });
      events.end();
    },
  };
}

async function topOf(place: Locator): Promise<number> {
  return Math.round((await place.boundingBox())?.y ?? Number.NaN);
}

function expectEndInView(page: Page): Promise<void> {
  const gapBelow = () =>
    page.evaluate(() => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      return scrollHeight - scrollTop - clientHeight;
    });
  return expect.poll(gapBelow).toBeLessThan(2);
}
