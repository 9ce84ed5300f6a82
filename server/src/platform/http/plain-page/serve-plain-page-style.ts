import { readdir, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { PLAIN_PAGE_STYLE_URL } from './render-plain-page.ts';

/** The letters of the web app, by the names of the files in which its build keeps them. */
const FONTS = [
  { family: 'Gabarito Variable', weights: '400 900', file: /^gabarito-latin-wght-normal-/ },
  {
    family: 'Hanken Grotesk Variable',
    weights: '100 900',
    file: /^hanken-grotesk-latin-wght-normal-/,
  },
];

/**
 * Serves the style that plain pages share: light and dark, readable in print, in the letters of the
 * web app where that is built.
 */
export async function servePlainPageStyle(
  app: FastifyInstance,
  { distFolder }: { distFolder: URL | undefined },
): Promise<void> {
  const style = await readFile(new URL('plain-page.css', import.meta.url), 'utf8');
  const letters = distFolder === undefined ? '' : await describeFonts(distFolder);
  app.get(PLAIN_PAGE_STYLE_URL, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(letters + style),
  );
}

async function describeFonts(distFolder: URL): Promise<string> {
  const assets = new URL(`${distFolder.href.replace(/\/$/, '')}/assets/`);
  // Without letters of its own a page has those of the system.
  const names = await readdir(assets).catch(() => []);
  return FONTS.flatMap(({ family, weights, file }) =>
    names
      .filter((name) => file.test(name))
      .map(
        (name) =>
          `@font-face{font-family:'${family}';font-weight:${weights};font-display:swap;src:url('/assets/${name}') format('woff2')}\n`,
      ),
  ).join('');
}
