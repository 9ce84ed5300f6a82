import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { SKIP_REASONS } from '../crawl-result.ts';
import { page, status, type Reply, type Trap, html, SENTENCE } from './start-trap-site.ts';

const LETTERS = 'abcdefghijklmnop'.split('');
const PAGES_OF_A_SITE = 200;
/** robots.txt, sitemaps, redirects and the second try of a busy page. */
const REQUESTS_BESIDE_PAGES = 15;
/** How many further pages an endless list offers on each of its pages. */
const OFFERED = 40;

const BOMB_BYTES = 300 * 1024 * 1024;
const HUGE_BYTES = 6 * 1024 * 1024;

/** What has no end. */
export function endlessTraps(): Trap[] {
  const everyDay: Reply = (request, response) => {
    const day = Number(/(\d+)$/.exec(request.url ?? '')?.[1]);
    const days = Array.from(
      { length: OFFERED },
      (_, index) => `/calendar/2026-01-${day + index + 1}`,
    );
    page(`Day ${day}`, days)(request, response);
  };
  const everyPage: Reply = (request, response) => {
    const number = Number(/page=(\d+)/.exec(request.url ?? '')?.[1]);
    const next = Array.from({ length: OFFERED }, (_, index) => `/list?page=${number + index + 1}`);
    page(`List ${number}`, next)(request, response);
  };
  const everySession: Reply = (request, response) =>
    page(
      'Session',
      Array.from({ length: OFFERED }, (_, index) => `/session?sid=${index}`),
    )(request, response);
  return [
    {
      name: 'a calendar without end',
      links: ['/calendar/2026-01-1'],
      replies: { '/calendar/*': everyDay },
      outcome: 'kept',
      atMost: { '/calendar/': 25 },
    },
    {
      name: 'a list without last page',
      links: ['/list?page=1'],
      replies: { '/list*': everyPage },
      outcome: 'kept',
      atMost: { '/list': 25 },
    },
    {
      name: 'a new session in each link',
      links: ['/session?sid=1', '/session?sid=2', '/session;jsessionid=AB12?sid=3'],
      replies: { '/session*': everySession },
      atMost: { '/session': 1 },
    },
    {
      name: 'the same page under tracking parameters',
      links: [
        '/tracked?utm_source=a&topic=aid',
        '/tracked?topic=aid&fbclid=b',
        '/tracked?gclid=c&topic=aid#top',
      ],
      replies: { '/tracked?topic=aid': page('Tracked') },
      atMost: { '/tracked': 1 },
    },
    {
      name: 'a chain of links without end',
      links: ['/deep/one'],
      replies: {
        '/deep/one': page('Deep one', ['/deep/two']),
        '/deep/two': page('Deep two', ['/deep/three']),
        '/deep/three': page('Deep three', ['/deep/four']),
        '/deep/four': page('Deep four'),
      },
      outcome: 'kept',
      forbidden: ['/deep/four'],
    },
    {
      name: 'more pages than anybody reads',
      links: ['/many'],
      replies: {
        '/many': page(
          'Many',
          LETTERS.flatMap((a) => LETTERS.map((b) => `/many/${a}${b}`)),
        ),
        '/many/*': (request, response) => page(`Many ${request.url}`)(request, response),
      },
      outcome: 'kept',
      atMost: { '/': PAGES_OF_A_SITE + REQUESTS_BESIDE_PAGES },
    },
    {
      name: 'redirects in a circle',
      links: ['/circle/a'],
      replies: {
        '/circle/a': status(302, { location: '/circle/b' }),
        '/circle/b': status(302, { location: '/circle/a' }),
      },
      outcome: SKIP_REASONS.tooManyRedirects,
      atMost: { '/circle/': 6 },
    },
    {
      name: 'a body without end',
      links: ['/endless'],
      replies: {
        '/endless': (_, response) => {
          response.writeHead(200, { 'content-type': 'text/html' });
          Readable.from(repeat('<p>endless</p>'.repeat(4_096))).pipe(response);
        },
      },
      outcome: SKIP_REASONS.tooLarge,
    },
    {
      name: 'a body that drips',
      links: ['/drip'],
      replies: {
        '/drip': (_, response) => {
          response.writeHead(200, { 'content-type': 'text/html' });
          const timer = setInterval(() => response.write('a'), 20);
          response.on('close', () => clearInterval(timer));
        },
      },
      outcome: SKIP_REASONS.tooSlow,
    },
  ];
}

/** What is too much. */
export function heavyTraps(): Trap[] {
  return [
    {
      name: '300 MB in a small gzip',
      links: ['/bomb'],
      replies: {
        '/bomb': (_, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
          const zip = createGzip();
          Readable.from(repeat('a'.repeat(65_536), BOMB_BYTES / 65_536))
            .pipe(zip)
            .pipe(response);
          response.on('close', () => zip.destroy());
        },
      },
      outcome: SKIP_REASONS.tooLarge,
    },
    {
      name: 'a page of 6 MB',
      links: ['/huge'],
      replies: { '/huge': html(Buffer.alloc(HUGE_BYTES, 'a')) },
      outcome: SKIP_REASONS.tooLarge,
    },
    {
      name: 'a page of 5,000 links',
      links: ['/crowd'],
      replies: {
        '/crowd': page(
          'Crowd',
          Array.from({ length: 5_000 }, (_, index) => `/crowd/${index}`),
        ),
        '/crowd/*': (request, response) => page(`Crowd ${request.url}`)(request, response),
      },
      outcome: 'kept',
      atMost: { '/crowd/': 25 },
    },
    {
      name: 'an address of 5,000 characters',
      links: [`/long/${'a'.repeat(5_000)}`],
      replies: { '/long/*': page('Long') },
      atMost: { '/long/': 0 },
    },
    {
      name: 'headers of 100 KB',
      links: ['/headers'],
      replies: {
        '/headers': html('<main><p>Text.</p></main>', { 'x-large': 'a'.repeat(100_000) }),
      },
      outcome: SKIP_REASONS.unreachable,
    },
  ];
}

/** What is not as it says it is. */
export function brokenTraps(): Trap[] {
  const utf16 = Buffer.from(
    `\uFEFF<title>Wide</title><main><h1>Wide</h1><p>Wide: ${SENTENCE}</p></main>`,
    'utf16le',
  );
  return [
    {
      name: 'UTF-16',
      links: ['/utf16'],
      replies: { '/utf16': html(utf16, { 'content-type': 'text/html' }) },
      outcome: 'kept',
    },
    {
      name: 'a charset that lies',
      links: ['/lying'],
      replies: {
        '/lying': html(
          Buffer.from(
            `<title>Caf\xe9</title><main><p>R\xe9sum\xe9s of athletes.</p></main>`,
            'latin1',
          ),
        ),
      },
      outcome: 'kept',
    },
    {
      name: 'null characters in the text',
      links: ['/nul'],
      replies: {
        '/nul': html('<title>Nul</title><main><p>Before\0after and some text.</p></main>'),
      },
      outcome: SKIP_REASONS.unreadable,
    },
    {
      name: 'markup that never closes',
      links: ['/broken'],
      replies: {
        '/broken': html(
          `<title>Broken</title><main><p>Broken: ${SENTENCE}<table><tr><td><b><i><a href="/broken/next">x`,
        ),
      },
      outcome: 'kept',
    },
    {
      name: 'a gzip that is none',
      links: ['/false-gzip'],
      replies: { '/false-gzip': html('plain', { 'content-encoding': 'gzip' }) },
      outcome: SKIP_REASONS.unreachable,
    },
    {
      name: 'an encoding nobody asked for',
      links: ['/zstd'],
      replies: { '/zstd': html('plain', { 'content-encoding': 'zstd' }) },
      outcome: SKIP_REASONS.unreachable,
    },
    {
      name: 'a connection that breaks',
      links: ['/cut'],
      replies: {
        '/cut': (_, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
          response.write('<p>half');
          setImmediate(() => response.destroy());
        },
      },
      outcome: SKIP_REASONS.unreachable,
    },
    {
      name: 'a page that fails',
      links: ['/failing'],
      replies: { '/failing': status(500) },
      outcome: 'answered 500',
    },
    {
      name: 'an reply that nothing changed, although nobody asked',
      links: ['/unchanged'],
      replies: { '/unchanged': status(304) },
      outcome: 'answered 304',
    },
  ];
}

/** What has been read already. */
export function repeatingTraps(): Trap[] {
  return [
    {
      name: 'the same text at another address',
      links: ['/copy'],
      replies: { '/copy': page('Original'), '/original': page('Original') },
      outcome: 'kept',
    },
    {
      name: 'a copy of a copy',
      links: ['/original'],
      replies: {},
      outcome: SKIP_REASONS.duplicate,
    },
    {
      name: 'a page that names another as itself',
      links: ['/print?of=copy'],
      replies: { '/print?of=copy': page('Print', [], '<link rel="canonical" href="/copy">') },
      outcome: SKIP_REASONS.duplicate,
    },
    {
      name: 'links within the page',
      links: ['#top', '/#middle', '?'],
      replies: {},
      atMost: { '/?': 0, '/#': 0 },
    },
  ];
}

/** The text again and again, as often as asked or for ever. */
function* repeat(text: string, times = Infinity): Generator<string> {
  for (let count = 0; count < times; count++) yield text;
}
