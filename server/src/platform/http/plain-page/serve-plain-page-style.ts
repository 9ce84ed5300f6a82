import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { PLAIN_PAGE_STYLE_URL } from './render-plain-page.ts';

/** Serves the style that plain pages share: light and dark, and readable in print. */
export async function servePlainPageStyle(app: FastifyInstance): Promise<void> {
  const style = await readFile(new URL('plain-page.css', import.meta.url), 'utf8');
  app.get(PLAIN_PAGE_STYLE_URL, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(style),
  );
}
