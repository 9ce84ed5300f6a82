import fastifyStatic from '@fastify/static';
import type { WebConfig } from '@pathway/contract/web-config';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '../app-error.ts';
import { StartupError } from '../startup-error.ts';
import { escapeHtml } from './escape-html.ts';

const CONFIG_MARK = '__APP_CONFIG__';
/** Vite names these files by their content, so they never change. */
const HASHED_FILES = /[\\/]assets[\\/]/;

/**
 * Serves the built web app: hashed files for ever, the page itself never cached and with the
 * configuration written into it. An unknown address that a browser opens gets the page too, since
 * the single-page routes live there; any other unknown address is `not_found`.
 *
 * @throws StartupError when the web app is not built.
 */
export async function serveWeb(
  app: FastifyInstance,
  web: { distFolder: URL | undefined; config: WebConfig; publicUrl: string },
): Promise<void> {
  const goToPublicName = redirectToPublicName(new URL(web.publicUrl));
  const page = web.distFolder && (await renderPage(web.distFolder, web.config));
  if (web.distFolder !== undefined) {
    await app.register(fastifyStatic, {
      root: fileURLToPath(web.distFolder),
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = HASHED_FILES.test(path);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    for (const path of ['/', '/index.html'])
      app.get(path, (request, reply) => goToPublicName(request, reply) ?? sendPage(reply, page));
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!opensPage(request)) throw new AppError('not_found');
    return goToPublicName(request, reply) ?? sendPage(reply, page);
  });
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Passkeys and the sign-in provider know one name of this machine only; a page that is opened under
 * another of its loopback names moves there.
 */
function redirectToPublicName(publicUrl: URL) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const isOtherName =
      LOOPBACK_NAMES.has(publicUrl.hostname) &&
      LOOPBACK_NAMES.has(request.hostname) &&
      request.hostname !== publicUrl.hostname;
    return isOtherName ? reply.redirect(new URL(request.url, publicUrl).href, 302) : undefined;
  };
}

async function renderPage(distFolder: URL, config: WebConfig): Promise<string> {
  const folder = distFolder.href.endsWith('/') ? distFolder : new URL(`${distFolder.href}/`);
  const html = await readFile(new URL('index.html', folder), 'utf8').catch((error: unknown) => {
    throw new StartupError('The web app is not built. Run `npm run build`.', { cause: error });
  });
  return html.replaceAll(CONFIG_MARK, () => escapeHtml(JSON.stringify(config)));
}

function sendPage(reply: FastifyReply, page: string | undefined): FastifyReply {
  if (page === undefined) throw new AppError('not_found');
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}

function opensPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  const isPage = request.method === 'GET' || request.method === 'HEAD';
  const wantsHtml = (request.headers.accept ?? '').includes('text/html');
  return isPage && wantsHtml && !/^\/(?:api|identity|assets)(?:\/|$)/.test(path);
}
