import fastifyStatic from '@fastify/static';
import type { WebConfig } from '@pathway/contract/web-config';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { StartupError } from '../startup-error.ts';
import { hostNameOf, isLoopback } from './caller-address.ts';
import { choosePageLanguage, type PageLanguage } from './choose-language.ts';
import { readLandingPages } from './landing-pages.ts';
import { escapeHtml } from './plain-page.ts';
import { allowStyle } from './security-headers.ts';

const CONFIG_MARK = '__APP_CONFIG__';
/** Becomes `none` for a browser without a session, which then need not ask for its user. */
const SESSION_MARK = '__SESSION__';
/** Vite names these files by their content, so they never change. */
const HASHED_FILES = /[\\/]assets[\\/]/;
const SVG = 'image/svg+xml';
/** The path whose hint is for every page without one of its own. */
const ANY_PATH = '*';

/**
 * Serves the built web app, compressed where the browser knows how: hashed files for ever, the page
 * itself never cached, with the configuration written into it and a hint at what it will ask for
 * next; a stranger's landing page is drawn already. An unknown address that a browser opens gets the page too, since the single-page routes live
 * there; any other unknown address is `not_found`.
 *
 * @throws StartupError when the web app is not built.
 */
export async function serveWeb(
  app: FastifyInstance,
  web: {
    distFolder: URL | undefined;
    config: WebConfig;
    publicUrl: string;
    hasSession: (request: FastifyRequest) => boolean;
  },
): Promise<void> {
  const goToPublicName = redirectToPublicName(new URL(web.publicUrl));
  const { distFolder } = web;
  const pages = distFolder && (await renderPages(distFolder, web.config));
  const openPage = (request: FastifyRequest, reply: FastifyReply) => {
    const language = choosePageLanguage(
      (request.query as { lang?: string | string[] }).lang,
      request.headers['accept-language'],
    );
    const visit = { path: pathOf(request), language, hasSession: web.hasSession(request) };
    return goToPublicName(request, reply) ?? sendPage(request, reply, pages?.(visit));
  };
  if (distFolder !== undefined) {
    await app.register((scope) => serveFiles(scope, fileURLToPath(distFolder)));
    for (const path of ['/', '/index.html']) app.get(path, openPage);
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!opensPage(request)) throw new AppError('not_found');
    return openPage(request, reply);
  });
}

/**
 * Passkeys and the sign-in provider know one name of this machine only; a page that is opened under
 * another of its loopback names moves there.
 */
function redirectToPublicName(publicUrl: URL) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const name = hostNameOf(request);
    const isOtherName =
      isLoopback(publicUrl.hostname) && isLoopback(name) && name !== publicUrl.hostname;
    const address = publicUrl.origin + request.originalUrl;
    return isOtherName ? reply.redirect(new URL(address).href, 302) : undefined;
  };
}

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    // Text, though its media type is none whose charset the static server names.
    if (reply.getHeader('content-type') === SVG) reply.type(`${SVG}; charset=utf-8`);
  });
  await app.register(fastifyStatic, {
    root,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = HASHED_FILES.test(path);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

interface Visit {
  path: string;
  language: PageLanguage;
  hasSession: boolean;
}

/** Finds the page for somebody at a path. */
type FindPage = (visit: Visit) => Page;

async function renderPages(distFolder: URL, config: WebConfig): Promise<FindPage> {
  const folder = distFolder.href.endsWith('/') ? distFolder : new URL(`${distFolder.href}/`);
  const html = await readFile(new URL('index.html', folder), 'utf8').catch((error: unknown) => {
    throw new StartupError('The web app is not built. Run `npm run build`.', { cause: error });
  });
  const pack = (template: string, session: string) => {
    const page = template
      .replaceAll(CONFIG_MARK, () => escapeHtml(JSON.stringify(config)))
      .replaceAll(SESSION_MARK, session);
    return { html: page, gzip: gzipSync(page) };
  };
  const [forStranger, forSession] = [pack(html, 'none'), pack(html, 'perhaps')];
  const hintLinks = await readPageHints(folder);
  const landing = await readLandingPages(folder, config);
  const landingPages = landing && {
    en: { ...pack(landing.pages.en, 'none'), styleHash: landing.styleHash },
    es: { ...pack(landing.pages.es, 'none'), styleHash: landing.styleHash },
  };
  const pageFor = ({ path, language, hasSession }: Visit) => {
    if (hasSession) return forSession;
    return (path === '/' && landingPages?.[language]) || forStranger;
  };
  return (visit) => ({ ...pageFor(visit), links: hintLinks(visit) });
}

/** The page as it is and as browsers like it best, and its `Link` header. */
interface Page {
  html: string;
  gzip: Buffer;
  links: string;
  /** Of the style that is written into a page in the visitor's language; other pages have neither. */
  styleHash?: string;
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page | undefined,
): FastifyReply {
  if (page === undefined) throw new AppError('not_found');
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding, cookie');
  if (page.styleHash !== undefined) {
    allowStyle(reply, page.styleHash);
    reply.header('vary', 'accept-encoding, accept-language, cookie');
  }
  if (page.links !== '') reply.header('link', page.links);
  reply.type('text/html; charset=utf-8');
  const takesGzip = (request.headers['accept-encoding'] ?? '').includes('gzip');
  return takesGzip
    ? reply.header('content-encoding', 'gzip').send(page.gzip)
    : reply.send(page.html);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function opensPage(request: FastifyRequest): boolean {
  const isPage = request.method === 'GET' || request.method === 'HEAD';
  const wantsHtml = (request.headers.accept ?? '').includes('text/html');
  return isPage && wantsHtml && !/^\/(?:api|identity|assets)(?:\/|$)/.test(pathOf(request));
}

const linksByPathSchema = z.record(z.string(), z.string());
const hintsSchema = z.object({ forStranger: linksByPathSchema, forSession: linksByPathSchema });

/**
 * The `Link` header of a page, by which the browser fetches what the page's program will ask for
 * together with the program; empty for a page that asks for nothing more.
 */
type HintLinks = (visit: Pick<Visit, 'path' | 'hasSession'>) => string;

/**
 * Reads the hints that the build of the web app left in its folder.
 *
 * @throws StartupError when the file is not what the build writes.
 */
async function readPageHints(folder: URL): Promise<HintLinks> {
  const text = await readFile(new URL('page-hints.json', folder), 'utf8').catch(noHints);
  const parsed = hintsSchema.safeParse(JSON.parse(text));
  if (!parsed.success) {
    throw new StartupError('The web app is not built as it should be. Run `npm run build`.', {
      cause: parsed.error,
    });
  }
  const { forStranger, forSession } = parsed.data;
  return ({ path, hasSession }) => {
    const links = hasSession ? forSession : forStranger;
    return (Object.hasOwn(links, path) ? links[path] : links[ANY_PATH]) ?? '';
  };
}

/** A web app of a version without hints works as well, a little later. */
function noHints(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '{"forStranger":{},"forSession":{}}';
  throw error;
}
