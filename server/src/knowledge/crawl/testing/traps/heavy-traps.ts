import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { SKIP_REASONS } from '../../skip-reasons.ts';
import { html, page } from '../start-trap-site.ts';
import { repeat } from './repeat.ts';
import type { Trap } from './trap.ts';

const BOMB_BYTES = 300 * 1024 * 1024;
const HUGE_BYTES = 6 * 1024 * 1024;

/** What is too much. */
export function heavyTraps(): Trap[] {
  return [
    {
      name: '300 MB in a small gzip',
      links: ['/bomb'],
      answers: {
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
      answers: { '/huge': html(Buffer.alloc(HUGE_BYTES, 'a')) },
      outcome: SKIP_REASONS.tooLarge,
    },
    {
      name: 'a page of 5,000 links',
      links: ['/crowd'],
      answers: {
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
      answers: { '/long/*': page('Long') },
      atMost: { '/long/': 0 },
    },
    {
      name: 'headers of 100 KB',
      links: ['/headers'],
      answers: {
        '/headers': html('<main><p>Text.</p></main>', { 'x-large': 'a'.repeat(100_000) }),
      },
      outcome: SKIP_REASONS.unreachable,
    },
  ];
}
