import { chromium, type CDPSession, type Page } from '@playwright/test';
import { join } from 'node:path';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { quantile, toTenths } from '../quantile.ts';
import { openProduct, type OpenProduct } from './open-product.ts';

const UPDATES = 120;
const CHARACTERS = 3_000;
/** About a word and a half, as a model says it. */
const PIECE_CHARACTERS = 10;
/** Long enough for an update and the frames that it causes. */
const SETTLE_MS = 60;
const SENDS = 10;

const PARAGRAPH =
  'Coaches may write to you from **June 15** after your sophomore year [1]. Before that you may write to them, and they read it [2]. ';
const BLOCKS = `${PARAGRAPH}\n\n- Ask which courses count [1]\n- Send a short video [2]\n- Keep a list of your dates\n\n`;

/** What one shape of answer costs at one speed of the processor. */
interface ChatScreenRow {
  answer: string;
  slowdown: number;
  updateMedianMs: number;
  updateP95Ms: number;
  firstProgressMedianMs: number;
  firstProgressMaxMs: number;
}

/**
 * The main thread's work for one piece of a streamed answer when 3,000 characters are on the screen,
 * and the time from Send until the waiting line is painted. The network is a stream in the page, so
 * that only the screen is measured; what an idle page does in the same time is taken off.
 */
export async function measureChatScreen(): Promise<ChatScreenRow[]> {
  const product = await openProduct();
  try {
    const rows: ChatScreenRow[] = [];
    for (const slowdown of [1, 4]) {
      rows.push(await measure(product, { answer: 'blocks', text: BLOCKS, slowdown }));
      rows.push(await measure(product, { answer: 'one paragraph', text: PARAGRAPH, slowdown }));
    }
    return rows;
  } finally {
    await product.close();
  }
}

async function measure(
  product: OpenProduct,
  { answer, text, slowdown }: { answer: string; text: string; slowdown: number },
): Promise<ChatScreenRow> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await openChat(await browser.newPage(), product);
    const session = await page.context().newCDPSession(page);
    // The thread's own time: what else this machine does meanwhile does not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const progress = await measureFirstProgress(page);
    const updates = await measureUpdates(page, session, text.repeat(200));
    return {
      answer,
      slowdown,
      updateMedianMs: toTenths(quantile(updates, 0.5)),
      updateP95Ms: toTenths(quantile(updates, 0.95)),
      firstProgressMedianMs: toTenths(quantile(progress, 0.5)),
      firstProgressMaxMs: toTenths(quantile(progress, 1)),
    };
  } finally {
    await browser.close();
  }
}

/** What `answer-stage.js` offers in the page. */
interface Stage {
  say(text: string): void;
  finish(): void;
  progressMs: number | null;
}
declare global {
  var stage: Stage;
}

async function openChat(page: Page, { url, client }: OpenProduct): Promise<Page> {
  const cookies = Object.entries(client.cookies).map(([name, value]) => ({ name, value, url }));
  await page.context().addCookies(cookies);
  await page.addInitScript({ path: join(import.meta.dirname, 'answer-stage.js') });
  await page.goto(`${url}/chat`);
  await page.getByPlaceholder('Type your message...').waitFor();
  return page;
}

async function measureFirstProgress(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < SENDS; index += 1) {
    await page.getByPlaceholder('Type your message...').fill('When may coaches call me?');
    await page.evaluate(() => {
      globalThis.stage.progressMs = null;
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForFunction(() => globalThis.stage.progressMs !== null);
    times.push(await page.evaluate(() => globalThis.stage.progressMs ?? Number.NaN));
    await page.evaluate(() => {
      globalThis.stage.say('Yes.');
      globalThis.stage.finish();
    });
    await page.getByRole('button', { name: 'Thumbs up' }).nth(index).waitFor();
  }
  return times;
}

async function measureUpdates(page: Page, session: CDPSession, text: string): Promise<number[]> {
  await page.getByPlaceholder('Type your message...').fill('Tell me everything.');
  await page.getByRole('button', { name: 'Send' }).click();
  const first = CHARACTERS - (UPDATES * PIECE_CHARACTERS) / 2;
  await say(page, text.slice(0, first));
  await page.waitForTimeout(1_000);
  const idle: number[] = [];
  const updates: number[] = [];
  for (let index = 0; index < UPDATES; index += 1) {
    const start = first + index * PIECE_CHARACTERS;
    idle.push(await costOf(session, () => say(page, '')));
    updates.push(
      await costOf(session, () => say(page, text.slice(start, start + PIECE_CHARACTERS))),
    );
  }
  const idleMs = quantile(idle, 0.5);
  return updates.map((ms) => Math.max(0, ms - idleMs));
}

function say(page: Page, text: string): Promise<void> {
  return page.evaluate(
    async ([piece, settleMs]) => {
      if (piece !== '') globalThis.stage.say(piece);
      await new Promise((resolve) => setTimeout(resolve, settleMs));
    },
    [text, SETTLE_MS] as const,
  );
}

async function costOf(session: CDPSession, work: () => Promise<void>): Promise<number> {
  const before = await taskSeconds(session);
  await work();
  return ((await taskSeconds(session)) - before) * 1000;
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
