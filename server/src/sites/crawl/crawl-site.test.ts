import { MockAgent } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { CRAWL_LIMITS } from './crawl-limits.ts';
import { crawlSite } from './crawl-site.ts';
import { readPage } from '../../knowledge/extract/web-page/read-page.ts';
import { SENTENCE } from './testing/start-trap-site.ts';

const { signal } = new AbortController();
const PAGE = `<main><h1>Home</h1><p>${SENTENCE}</p></main>`;
let agents: MockAgent[] = [];
afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  agents = [];
});

/** Sites on the public network, of which this table holds the replies. */
function crawl(url: string, replies: Record<string, string>) {
  const agent = new MockAgent();
  agents.push(agent);
  agent.disableNetConnect();
  const asked: string[] = [];
  for (const origin of new Set(Object.keys(replies).map((address) => new URL(address).origin))) {
    const everyPath = { path: () => true };
    const reply = agent
      .get(origin)
      .intercept(everyPath)
      .reply(({ path }) => {
        const address = `${origin}${path}`;
        asked.push(address);
        const found = replies[address];
        const isRedirect = found?.startsWith('http') ?? false;
        const headers = isRedirect ? { location: found } : { 'content-type': 'text/html' };
        const statusCode = found === undefined ? 404 : isRedirect ? 301 : 200;
        return { statusCode, data: found ?? '', responseOptions: { headers } };
      });
    reply.persist();
  }
  const timer = { now: () => 0, sleep: () => Promise.resolve() };
  const deps = {
    agent,
    allowed: new Set<string>(),
    timer,
    limits: { ...CRAWL_LIMITS, intervalMs: 0 },
    readPage: async ({ kind, bytes }: { kind: 'html' | 'txt'; bytes: Uint8Array }) => ({
      ok: true as const,
      document: readPage(kind, bytes),
    }),
  };
  const task = {
    url,
    earlier: new Map(),
    seen: new Map(),
    isWanted: () => Promise.resolve(true),
    onVisit: () => Promise.resolve(),
  };
  return crawlSite(deps, task, signal).then((result) => ({ ...result, asked }));
}

const robotsOf = (url: string) => new URL('/robots.txt', url).href;
const sitemapOf = (url: string) => new URL('/sitemap.xml', url).href;

test.each([
  ['http://ncaa.example/', 'https://ncaa.example/'],
  ['https://ncaa.example/', 'https://www.ncaa.example/'],
  ['http://www.ncaa.example/', 'https://ncaa.example/'],
])('[SITE-11] a site that leads from %s to %s is read there, by its rules', async (from, to) => {
  const { asked, ...result } = await crawl(from, { [from]: to, [to]: PAGE });
  expect(result.failure).toBeUndefined();
  expect(result.report).toMatchObject([{ url: to, outcome: 'kept' }]);
  expect(asked).toEqual([robotsOf(from), from, robotsOf(to), to, sitemapOf(to)]);
});

test.each([
  ['https://ncaa.example/', 'http://ncaa.example/'],
  ['https://ncaa.example/', 'https://ncaa.example.attacker.example/'],
  ['https://ncaa.example/', 'https://attacker.example/'],
])('[SITE-11] a site that leads from %s to %s is not followed', async (from, to) => {
  const { asked, ...result } = await crawl(from, { [from]: to, [to]: PAGE });
  expect(result).toEqual({ passages: [], report: [], failure: 'leads to another site' });
  expect(asked).toEqual([robotsOf(from), from]);
});

test.each([
  'http://127.0.0.1/',
  'http://169.254.169.254/',
  'http://[::1]/',
  'https://a@b.example/',
])('[SITE-11] %s is refused before anything is asked', async (url) => {
  const { asked, ...result } = await crawl(url, { [url]: PAGE });
  expect(result.failure).toBe('this address is not allowed');
  expect(asked).toEqual([]);
});
