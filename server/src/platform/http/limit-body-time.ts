import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Longest time for this route's body, instead of the app's. */
    bodyTimeoutMs?: number;
  }
}

/** Ends requests whose body drips in, with `request_timeout` and a closed connection. */
export function limitBodyTime(app: FastifyInstance, bodyTimeoutMs: number): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const timer = setTimeout(() => {
      if (request.raw.complete || reply.sent) return;
      reply.header('connection', 'close');
      reply.raw.once('finish', () => request.raw.destroy());
      reply.send(new AppError('request_timeout'));
    }, request.routeOptions.config.bodyTimeoutMs ?? bodyTimeoutMs);
    for (const event of ['end', 'close']) payload.once(event, () => clearTimeout(timer));
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
