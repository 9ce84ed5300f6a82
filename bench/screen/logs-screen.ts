import { chromium, type Page } from '@playwright/test';
import { join } from 'node:path';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { addLogs } from './add-logs.ts';
import { openProduct, type OpenProduct } from './open-product.ts';

const LOGS = 50_000;
const ADMIN_EMAIL = 'screen@example.org';
const LOADS = 3;
const FILTER_ROUNDS = 5;
const WHEEL_TURNS = 300;
const WHEEL_PX = 700;
const JUMPS = 100;
const LOAD_LIMIT_MS = 120_000;

/** One measure over its rounds, in the unit that its name says, and what it should not pass, if anything. */
interface LogsScreenRow {
  measure: string;
  median: number;
  worst: number;
  goal?: number;
}

/** What `logs-stage.js` offers in the page. */
interface LogsStage {
  tablePaintedMs: number | null;
  filter(name: string): Promise<number>;
  download(name: string): Promise<number>;
  watchRows(): void;
  /** Frames that were looked at, and those in which a part of the table showed no row. */
  frames(): { seen: number; blank: number };
  jump(share: number): Promise<void>;
}
declare global {
  var logsStage: LogsStage;
}

/** The screen of chat logs with as many as the browser holds by itself, from the server’s stream to the last row. */
export async function measureLogsScreen(): Promise<LogsScreenRow[]> {
  const product = await openProduct((dataDir) =>
    addLogs(dataDir, { count: LOGS, adminEmail: ADMIN_EMAIL }),
  );
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await prepare(page, product);
    return [
      ...(await measureLoading(page, product)),
      ...(await measureUse(page)),
      ...(await measureScrolling(page)),
    ];
  } finally {
    await browser.close();
    await product.close();
  }
}

async function prepare(page: Page, { url, client }: OpenProduct): Promise<void> {
  const cookies = Object.entries(client.cookies).map(([name, value]) => ({ name, value, url }));
  await page.context().addCookies(cookies);
  await page.addInitScript({ path: join(import.meta.dirname, 'logs-stage.js') });
}

async function measureLoading(page: Page, { url }: OpenProduct): Promise<LogsScreenRow[]> {
  const paints: number[] = [];
  const loads: number[] = [];
  for (let round = 0; round < LOADS; round += 1) {
    await page.goto(`${url}/admin/logs`);
    await page.waitForFunction(() => globalThis.logsStage.tablePaintedMs !== null, undefined, {
      timeout: LOAD_LIMIT_MS,
    });
    const { arrived, started, painted } = await page.evaluate(() => {
      const [logs] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/api/admin/logs'));
      const { responseEnd = 0, startTime = 0 } =
        (logs as { responseEnd?: number; startTime?: number }) ?? {};
      const painted = globalThis.logsStage.tablePaintedMs ?? Number.NaN;
      return { arrived: responseEnd, started: startTime, painted };
    });
    paints.push(painted - arrived);
    loads.push(arrived - started);
  }
  return [
    row('data arrives, ms after it is asked for', loads),
    row('first paint of the table, ms after the data arrives', paints, 2_000),
  ];
}

async function measureUse(page: Page): Promise<LogsScreenRow[]> {
  const filters: number[] = [];
  for (let round = 0; round < FILTER_ROUNDS; round += 1) {
    for (const name of ['Helpful', 'Needs Improvement', 'With Comments', 'All']) {
      filters.push(await page.evaluate((label) => globalThis.logsStage.filter(label), name));
    }
  }
  const downloads: Record<string, number[]> = { CSV: [], JSON: [] };
  for (let round = 0; round < LOADS; round += 1) {
    for (const [kind, times] of Object.entries(downloads)) {
      const name = `Download ${kind}`;
      times.push(await page.evaluate((label) => globalThis.logsStage.download(label), name));
    }
  }
  return [
    row('filter, ms from the press to the painted status', filters, 100),
    row('CSV of all, ms', downloads['CSV'] ?? [], 2_000),
    row('JSON of all, ms', downloads['JSON'] ?? [], 2_000),
  ];
}

async function measureScrolling(page: Page): Promise<LogsScreenRow[]> {
  await page.mouse.move(640, 600);
  await page.evaluate(() => globalThis.logsStage.jump(0.01));
  await page.evaluate(() => globalThis.logsStage.watchRows());
  for (let turn = 0; turn < WHEEL_TURNS; turn += 1) await page.mouse.wheel(0, WHEEL_PX);
  for (let jump = 1; jump < JUMPS; jump += 1) {
    const share = ((jump * 37) % JUMPS) / JUMPS;
    await page.evaluate((to) => globalThis.logsStage.jump(to), share);
  }
  const { seen, blank } = await page.evaluate(() => globalThis.logsStage.frames());
  return [
    row('frames watched while scrolling', [seen]),
    row('frames with a blank row', [blank], 0),
  ];
}

function row(measure: string, values: readonly number[], goal?: number): LogsScreenRow {
  const sorted = values.toSorted((a, b) => a - b);
  const round = (value: number | undefined) => Math.round((value ?? Number.NaN) * 10) / 10;
  return {
    measure,
    median: round(sorted[Math.floor(sorted.length / 2)]),
    worst: round(sorted.at(-1)),
    ...(goal !== undefined && { goal }),
  };
}
