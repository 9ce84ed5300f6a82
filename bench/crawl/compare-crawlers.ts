import { fork } from 'node:child_process';
import { createTrapCampus } from '../../server/src/sites/crawl/testing/create-trap-campus.ts';
import { page, startTrapSite } from '../../server/src/sites/crawl/testing/start-trap-site.ts';
import type { CrawlOrder, CrawlReport } from './crawl-report.ts';

const CRAWLERS = ['Pathway', 'Crawlee'];
const LIMITS = { pages: 200, depth: 3, requestMs: 1_500 };
const CHILD = new URL('./crawl-child.ts', import.meta.url);

/** A site of 45 honest pages between traps, read by our crawler and by a peer, one after the other. */
export async function compareCrawlers(): Promise<Record<string, Record<string, number | string>>> {
  const rows: Record<string, Record<string, number | string>> = {};
  for (const name of CRAWLERS) rows[name] = await measure(name);
  return rows;
}

async function measure(name: string) {
  const canary = await startTrapSite({ '/*': page('Secret') });
  const campus = createTrapCampus(canary.origin);
  const site = await startTrapSite(campus.replies);
  try {
    const order = { ...LIMITS, start: `${site.origin}/`, allowed: site.host };
    const { kept, seconds, peakMegabytes } = await run(name, order);
    const paths = new Set(kept.map(({ url }) => url.replace(site.origin, '')));
    return {
      'honest pages of 45': campus.honest.filter((path) => paths.has(path)).length,
      'pages kept': kept.length,
      'same text twice': kept.length - new Set(kept.map(({ text }) => text)).size,
      'hidden orders kept': kept.filter(({ text }) => text.includes('Ignore all rules')).length,
      'requests to the canary': canary.requests.length,
      'requests robots.txt forbids': site.requests.filter((path) => path.startsWith('/private'))
        .length,
      'requests in all': site.requests.length,
      seconds: Number(seconds.toFixed(1)),
      'peak MB': Math.round(peakMegabytes),
    };
  } finally {
    await site.close();
    await canary.close();
  }
}

function run(name: string, order: CrawlOrder): Promise<CrawlReport> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, [name, JSON.stringify(order)]);
    child.once('message', (report) => resolve(report as CrawlReport));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}.`)));
  });
}
