import { Readable } from 'node:stream';
import { SKIP_REASONS } from '../../skip-reasons.ts';
import { page, status, type Answer } from '../start-trap-site.ts';
import { repeat } from './repeat.ts';
import type { Trap } from './trap.ts';

const LETTERS = 'abcdefghijklmnop'.split('');
const PAGES_OF_A_SITE = 200;
/** robots.txt, sitemaps, redirects and the second try of a busy page. */
const REQUESTS_BESIDE_PAGES = 15;
/** How many further pages an endless list offers on each of its pages. */
const OFFERED = 40;

/** What has no end. */
export function endlessTraps(): Trap[] {
  const everyDay: Answer = (request, response) => {
    const day = Number(/(\d+)$/.exec(request.url ?? '')?.[1]);
    const days = Array.from(
      { length: OFFERED },
      (_, index) => `/calendar/2026-01-${day + index + 1}`,
    );
    page(`Day ${day}`, days)(request, response);
  };
  const everyPage: Answer = (request, response) => {
    const number = Number(/page=(\d+)/.exec(request.url ?? '')?.[1]);
    const next = Array.from({ length: OFFERED }, (_, index) => `/list?page=${number + index + 1}`);
    page(`List ${number}`, next)(request, response);
  };
  const everySession: Answer = (request, response) =>
    page(
      'Session',
      Array.from({ length: OFFERED }, (_, index) => `/session?sid=${index}`),
    )(request, response);
  return [
    {
      name: 'a calendar without end',
      links: ['/calendar/2026-01-1'],
      answers: { '/calendar/*': everyDay },
      outcome: 'kept',
      atMost: { '/calendar/': 25 },
    },
    {
      name: 'a list without last page',
      links: ['/list?page=1'],
      answers: { '/list*': everyPage },
      outcome: 'kept',
      atMost: { '/list': 25 },
    },
    {
      name: 'a new session in each link',
      links: ['/session?sid=1', '/session?sid=2', '/session;jsessionid=AB12?sid=3'],
      answers: { '/session*': everySession },
      atMost: { '/session': 1 },
    },
    {
      name: 'the same page under tracking parameters',
      links: [
        '/tracked?utm_source=a&topic=aid',
        '/tracked?topic=aid&fbclid=b',
        '/tracked?gclid=c&topic=aid#top',
      ],
      answers: { '/tracked?topic=aid': page('Tracked') },
      atMost: { '/tracked': 1 },
    },
    {
      name: 'a chain of links without end',
      links: ['/deep/one'],
      answers: {
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
      answers: {
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
      answers: {
        '/circle/a': status(302, { location: '/circle/b' }),
        '/circle/b': status(302, { location: '/circle/a' }),
      },
      outcome: SKIP_REASONS.tooManyRedirects,
      atMost: { '/circle/': 6 },
    },
    {
      name: 'a body without end',
      links: ['/endless'],
      answers: {
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
      answers: {
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
