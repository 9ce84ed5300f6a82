import { gzipSync } from 'node:zlib';
import { inwardTraps, misleadingTraps, refusingTraps } from './boundary-traps.ts';
import { brokenTraps, endlessTraps, heavyTraps, repeatingTraps } from './resource-traps.ts';
import { html, page, SENTENCE, type Reply, type Trap } from './start-trap-site.ts';

const SUBJECTS = [
  'recruiting',
  'eligibility',
  'aid',
  'essays',
  'visits',
  'testing',
  'deadlines',
  'camps',
  'transfers',
];
const READERS = ['freshmen', 'sophomores', 'juniors', 'seniors', 'parents'];

/** A site of 45 honest pages with every trap between them. */
interface TrapCampus {
  replies: Record<string, Reply>;
  /** Paths of the pages worth keeping; the last ones only a sitemap names. */
  honest: string[];
  traps: Trap[];
}

/** `canary` is the origin of a server that nobody may ask for anything. */
export function createTrapCampus(canary: string): TrapCampus {
  const honest = SUBJECTS.flatMap((subject) => READERS.map((reader) => `/${subject}/${reader}`));
  const linked = honest.slice(0, -READERS.length);
  const traps = listTraps(canary);
  // Failures in a row would end the crawl, so honest pages stand between the traps.
  const links = traps.flatMap((trap, index) => [...trap.links, ...linked.slice(index, index + 1)]);
  return {
    honest,
    traps,
    replies: {
      ...Object.assign({}, ...traps.map((trap) => trap.replies)),
      ...Object.fromEntries(honest.map((path) => [path, honestPage(path)])),
      ...sitemapReplies(canary, honest.slice(-READERS.length)),
      '/': page('Campus', [...links, ...linked]),
      '/robots.txt': html(
        'User-agent: *\nDisallow: /private\nCrawl-delay: 2\nSitemap: /sitemap_index.xml\n',
        { 'content-type': 'text/plain' },
      ),
    },
  };
}

/** Replies 304 to whoever knows the page already. */
function honestPage(path: string): Reply {
  const [, subject = '', reader = ''] = path.split('/');
  const etag = `"${subject}-${reader}"`;
  const text = `<html><head><title>${subject} for ${reader}</title></head><body><main><h1>${subject} for ${reader}</h1>
    <p>What ${reader} should know about ${subject}: ${SENTENCE}</p></main></body></html>`;
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else html(text, { etag })(request, response);
  };
}

/** A sitemap index, and the gzipped sitemap it names; both lure elsewhere as well. */
function sitemapReplies(canary: string, pages: readonly string[]): Record<string, Reply> {
  const urls = [...pages, `${canary}/page`].map((url) => `<url><loc>${url}</loc></url>`).join('');
  const zipped = gzipSync(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
  );
  return {
    '/sitemap_index.xml':
      html(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>
      <sitemapindex><sitemap><loc>/sitemap.xml.gz</loc></sitemap><sitemap><loc>&b;</loc></sitemap>
      <sitemap><loc>${canary}/sitemap.xml</loc></sitemap></sitemapindex>`),
    '/sitemap.xml.gz': html(zipped, { 'content-type': 'application/gzip' }),
  };
}

/** The traps; `canary` is the origin of a server that nobody may ask for anything. */
function listTraps(canary: string): Trap[] {
  return [
    ...inwardTraps(canary),
    ...endlessTraps(),
    ...heavyTraps(),
    ...brokenTraps(),
    ...repeatingTraps(),
    ...refusingTraps(),
    ...misleadingTraps(canary),
  ];
}
