import { CONSENT_VERSION } from '@pathway/contract/limits';
import { chromium, type Browser, type Page } from '@playwright/test';
import { join } from 'node:path';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { quantile } from '../quantile.ts';
import { openProduct, type OpenProduct } from './open-product.ts';

const RUNS = 5;
const BITS_PER_BYTE = 8;

interface Line {
  name: string;
  bitsPerSecond: number;
  latencyMs: number;
  /** How many times slower the processor computes. */
  slowdown: number;
}

const LINES: readonly Line[] = [
  { name: '400 kb/s, 400 ms', bitsPerSecond: 400_000, latencyMs: 400, slowdown: 1 },
  { name: '1.6 Mb/s, 150 ms, slow phone', bitsPerSecond: 1_600_000, latencyMs: 150, slowdown: 4 },
];

/** What somebody waits for on a page: all of these. */
const VISITS = [
  { path: '/', isKnown: false, waitsFor: ['h1', 'main a[href="/login"]'] },
  { path: '/chat', isKnown: true, waitsFor: ['h1', 'textarea'] },
] as const;
type Visit = (typeof VISITS)[number];

/** Milliseconds since the address was entered, the middle of several visits. */
interface SlowLineRow {
  page: string;
  line: string;
  /** When what one waits for was painted, in its own style. */
  shownMs: number;
  shownMaxMs: number;
  largestPaintMs: number;
  layoutShift: number;
  /** Addresses that one visit asked for more than once. */
  fetchedTwice: string;
}

/**
 * The first visit with an empty cache on a slow line: `/` as a stranger, `/chat` as somebody who was
 * there before.
 */
export async function measureSlowLine(): Promise<SlowLineRow[]> {
  const product = await openProduct();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const rows: SlowLineRow[] = [];
    for (const visit of VISITS) {
      for (const line of LINES) rows.push(await visitOften({ browser, product }, visit, line));
    }
    return rows;
  } finally {
    await browser.close();
    await product.close();
  }
}

interface Seen {
  shownMs: number;
  largestPaintMs: number;
  layoutShift: number;
}

async function visitOften(
  stage: { browser: Browser; product: OpenProduct },
  visit: Visit,
  line: Line,
): Promise<SlowLineRow> {
  const all: Seen[] = [];
  const twice = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) all.push(await visitOnce(stage, { visit, line, twice }));
  const middle = (name: keyof Seen) =>
    quantile(
      all.map((seen) => seen[name]),
      0.5,
    );
  return {
    page: visit.path,
    line: line.name,
    shownMs: Math.round(middle('shownMs')),
    shownMaxMs: Math.round(Math.max(...all.map(({ shownMs }) => shownMs))),
    largestPaintMs: Math.round(middle('largestPaintMs')),
    layoutShift: Math.round(middle('layoutShift') * 1_000) / 1_000,
    fetchedTwice: [...twice].join(' '),
  };
}

async function visitOnce(
  { browser, product }: { browser: Browser; product: OpenProduct },
  { visit, line, twice }: { visit: Visit; line: Line; twice: Set<string> },
): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    if (visit.isKnown) await beKnown(context, product);
    const page = await context.newPage();
    await slowDown(page, line);
    await page.addInitScript({ path: join(import.meta.dirname, 'paint-watch.js') });
    await page.addInitScript(`watchFor(${JSON.stringify(visit.waitsFor)})`);
    const asked = new Map<string, number>();
    page.on('request', (request) => {
      asked.set(request.url(), (asked.get(request.url()) ?? 0) + 1);
    });
    await page.goto(product.url + visit.path);
    await page.waitForFunction(() => Number.isFinite(globalThis.paintWatch.shownMs));
    await page.waitForLoadState('networkidle');
    for (const [url, times] of asked) if (times > 1) twice.add(new URL(url).pathname);
    return await page.evaluate(() => globalThis.paintWatch);
  } finally {
    await context.close();
  }
}

declare global {
  /** What `paint-watch.js` has seen so far. */
  var paintWatch: Seen;
}

async function slowDown(page: Page, { bitsPerSecond, latencyMs, slowdown }: Line): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = bitsPerSecond / BITS_PER_BYTE;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Signed in, and the terms accepted in this browser before. */
async function beKnown(
  context: Awaited<ReturnType<Browser['newContext']>>,
  { url, client }: OpenProduct,
): Promise<void> {
  const cookies = Object.entries(client.cookies);
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })));
  const flag = JSON.stringify(`consent:${CONSENT_VERSION}:${client.userId}`);
  await context.addInitScript(`localStorage.setItem(${flag}, 'true')`);
}
