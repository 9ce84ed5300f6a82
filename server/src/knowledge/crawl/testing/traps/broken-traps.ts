import { SKIP_REASONS } from '../../skip-reasons.ts';
import { html, SENTENCE, status } from '../start-trap-site.ts';
import type { Trap } from './trap.ts';

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
      answers: { '/utf16': html(utf16, { 'content-type': 'text/html' }) },
      outcome: 'kept',
    },
    {
      name: 'a charset that lies',
      links: ['/lying'],
      answers: {
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
      answers: {
        '/nul': html('<title>Nul</title><main><p>Before\0after and some text.</p></main>'),
      },
      outcome: SKIP_REASONS.unreadable,
    },
    {
      name: 'markup that never closes',
      links: ['/broken'],
      answers: {
        '/broken': html(
          `<title>Broken</title><main><p>Broken: ${SENTENCE}<table><tr><td><b><i><a href="/broken/next">x`,
        ),
      },
      outcome: 'kept',
    },
    {
      name: 'a gzip that is none',
      links: ['/false-gzip'],
      answers: { '/false-gzip': html('plain', { 'content-encoding': 'gzip' }) },
      outcome: SKIP_REASONS.unreachable,
    },
    {
      name: 'an encoding nobody asked for',
      links: ['/zstd'],
      answers: { '/zstd': html('plain', { 'content-encoding': 'zstd' }) },
      outcome: SKIP_REASONS.unreachable,
    },
    {
      name: 'a connection that breaks',
      links: ['/cut'],
      answers: {
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
      answers: { '/failing': status(500) },
      outcome: 'answered 500',
    },
    {
      name: 'an answer that nothing changed, although nobody asked',
      links: ['/unchanged'],
      answers: { '/unchanged': status(304) },
      outcome: 'answered 304',
    },
  ];
}
