import { expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { parseSitemap } from './robots-and-sitemaps.ts';

const MAX_BYTES = 1_000_000;
const parse = (text: string | Buffer) => parseSitemap(Buffer.from(text as string), MAX_BYTES);

test('[SITE-11] a sitemap names pages, an index names sitemaps, gzipped or not', () => {
  const urlset = '<urlset><url><loc> https://a.example/?x=1&amp;y=2 </loc></url></urlset>';
  const pages = { pages: ['https://a.example/?x=1&y=2'], sitemaps: [] };
  expect(parse(urlset)).toEqual(pages);
  expect(parseSitemap(gzipSync(urlset), MAX_BYTES)).toEqual(pages);
  expect(
    parse(
      '<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>/a.xml</s:loc></s:sitemap></s:sitemapindex>',
    ),
  ).toEqual({ pages: [], sitemaps: ['/a.xml'] });
});

test.each([
  ['an HTML page', '<html><body>Not found</body></html>'],
  ['nothing', ''],
  ['cut off XML', '<urlset><url><loc>https://a'],
  ['no XML', '%PDF-1.7'],
  ['a deep tree', '<a>'.repeat(20_000)],
  ['a gzip bomb', gzipSync(Buffer.alloc(5_000_000, '<'))],
  [
    'growing entities',
    `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>`,
  ],
])('[SITE-11] %s in place of a sitemap names nothing', (_, text) => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  expect(parseSitemap(bytes, MAX_BYTES)).toEqual({ pages: [], sitemaps: [] });
});

test('[SITE-11] entities that a sitemap defines are left as they stand', () => {
  const { pages } = parse(
    '<!DOCTYPE x [<!ENTITY b "bbbbbbbb">]><urlset><url><loc>https://a.example/&b;</loc></url></urlset>',
  );
  expect(pages).toEqual(['https://a.example/&b;']);
});
