import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses calls below `prefix` that change something when another site made the browser send them
 * (`request_refused`), save on the one route that other sites are meant to reach. A caller without `Sec-Fetch-Site` and `Origin` is no browser and may pass:
 * nobody can lend it a cookie.
 */
export function refuseCrossSite(
  app: FastifyInstance,
  ownOrigin: string,
  { prefix, openRoute }: { prefix: string; openRoute?: string } = { prefix: '/api/' },
): void {
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || !isApiRequest(request, prefix)) return;
    if (openRoute !== undefined && request.routeOptions.url === openRoute) return;
    const site = request.headers['sec-fetch-site'];
    const origin = request.headers.origin;
    const isOwn =
      site === undefined ? origin === undefined || origin === ownOrigin : site === 'same-origin';
    if (!isOwn) throw new AppError('request_refused');
  });
}

/** By matched route and by address, so that an encoded spelling of the path changes nothing. */
export function isApiRequest(request: FastifyRequest, prefix = '/api/'): boolean {
  return (request.routeOptions.url ?? '').startsWith(prefix) || request.url.startsWith(prefix);
}
