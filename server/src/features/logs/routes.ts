import { listLogs } from '@pathway/contract/logs';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { Access } from '../../access/create-access.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import type { LogStore } from './log-store.ts';
import { writeLogs } from './write-logs.ts';

export function registerLogRoutes(
  app: FastifyInstance,
  deps: { access: Access; logs: LogStore },
): void {
  registerCall(app, listLogs, {
    access: deps.access.admin,
    handler: async ({ reply }) =>
      reply
        .type('application/json; charset=utf-8')
        .send(Readable.from(writeLogs(deps.logs.pages()))),
  });
}
