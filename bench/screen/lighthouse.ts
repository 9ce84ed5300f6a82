import { CONSENT_VERSION } from '@pathway/contract/limits';
import { chromium, type BrowserContext } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { findFreePort } from '../../e2e/support/find-free-port.ts';
import { loadPeer } from '../peers/load-peer.ts';
import { openProduct, type OpenProduct } from './open-product.ts';

const VERSION = '13.5.0';
const PAGES = ['/', '/chat'];
const RUNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  firstPaintMs: 'first-contentful-paint',
  largestPaintMs: 'largest-contentful-paint',
  blockedMs: 'total-blocking-time',
  layoutShift: 'cumulative-layout-shift',
};

/** The part of Lighthouse's result that is read here. */
interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}
interface Lighthouse {
  default(url: string, flags: object): Promise<{ lhr: Report; report: string } | undefined>;
}

/** Lighthouse's scores (of 100) and its main figures for a phone, and what it would still improve. */
export type LighthouseRow = Record<string, string | number>;

/** Opens the built product in Chromium as on a slow phone: `/` as a stranger, `/chat` signed in. */
export async function measureLighthouse(): Promise<LighthouseRow[]> {
  const lighthouse = await loadPeer<Lighthouse>(
    `lighthouse@${VERSION}`,
    'lighthouse/core/index.js',
  );
  const product = await openProduct();
  try {
    const rows: LighthouseRow[] = [];
    for (const path of PAGES) rows.push(await examineOften(lighthouse, product, path));
    return rows;
  } finally {
    await product.close();
  }
}

/** The middle one of several runs: what else the machine does shows in single ones. */
async function examineOften(
  lighthouse: Lighthouse,
  product: OpenProduct,
  path: string,
): Promise<LighthouseRow> {
  const rows: LighthouseRow[] = [];
  for (let run = 0; run < RUNS; run += 1) rows.push(await examine(lighthouse, product, path));
  const byScore = rows.toSorted((a, b) => Number(a['performance']) - Number(b['performance']));
  const middle = byScore[Math.floor(RUNS / 2)] ?? {};
  return { ...middle, allRuns: rows.map((row) => row['performance']).join(' ') };
}

async function examine(
  lighthouse: Lighthouse,
  { url, client }: OpenProduct,
  path: string,
): Promise<LighthouseRow> {
  const profile = await mkdtemp(join(tmpdir(), 'lighthouse-'));
  const port = await findFreePort();
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    if (path !== '/') await returnTo(browser, { url, client });
    const result = await lighthouse.default(url + path, {
      port,
      output: 'html',
      logLevel: 'error',
      disableStorageReset: true,
      onlyCategories: CATEGORIES,
    });
    if (result === undefined) throw new Error('Lighthouse gave no result.');
    await keepReport(path, result.report);
    return rowOf(path, result.lhr);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** A person who signed in and accepted the terms in this browser before, with an empty cache. */
async function returnTo(
  browser: BrowserContext,
  { url, client }: Pick<OpenProduct, 'url' | 'client'>,
): Promise<void> {
  const cookies = Object.entries(client.cookies);
  await browser.addCookies(cookies.map(([name, value]) => ({ name, value, url })));
  const page = await browser.newPage();
  await page.goto(`${url}/robots.txt`);
  const flag = `consent:${CONSENT_VERSION}:${client.userId}`;
  await page.evaluate(`localStorage.setItem(${JSON.stringify(flag)}, 'true')`);
  await page.close();
}

/** The whole report, to read what stands behind a score. */
async function keepReport(path: string, report: string): Promise<void> {
  const name = path === '/' ? 'landing' : path.slice(1);
  await writeFile(new URL(`../../.cache/lighthouse-${name}.html`, import.meta.url), report);
}

function rowOf(page: string, { categories, audits }: Report): LighthouseRow {
  const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]);
  const figures = Object.entries(METRICS).map(([name, audit]) => [
    name,
    Math.round((audits[audit]?.numericValue ?? Number.NaN) * 1000) / 1000,
  ]);
  const isShort = ({ score }: { score: number | null }) => score !== null && score < 0.9;
  const open = Object.values(audits).filter(isShort);
  const remarks = open.map(({ title }) => title).join('; ');
  return { page, ...Object.fromEntries([...scores, ...figures]), remarks };
}
