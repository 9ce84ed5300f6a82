import {
  type ChatLog,
  type HelpCount,
  listHelpCounts,
  AT_MOST_HEADER,
  listLogPassages,
  listLogs,
  readAtMost,
} from '@pathway/contract/logs';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { Access } from '../../access/create-access.ts';
import { isHelpTopic } from '../../assistant/safety/care-topics.ts';
import { AppError } from '../../platform/app-error.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import type { LogStore } from './log-store.ts';

export function registerLogRoutes(
  app: FastifyInstance,
  deps: {
    access: Access;
    logs: LogStore;
    answers: { listHelpCounts(): Promise<HelpCount[]> };
  },
): void {
  registerCall(app, listHelpCounts, {
    access: deps.access.admin,
    async handler() {
      const counts = await deps.answers.listHelpCounts();
      return { counts: counts.filter(({ topic }) => isHelpTopic(topic)) };
    },
  });

  registerCall(app, listLogs, {
    access: deps.access.admin,
    async handler({ request, reply }) {
      const atMost = readAtMost(request.headers[AT_MOST_HEADER]?.toString());
      if (atMost !== null && (await deps.logs.exceed(atMost))) return { logs: [], more: true };
      return reply
        .type('application/json; charset=utf-8')
        .send(Readable.from(writeLogs(deps.logs.pages())));
    },
  });

  registerCall(app, listLogPassages, {
    access: deps.access.admin,
    async handler({ id }) {
      const passages = await deps.logs.listPassages(id);
      if (passages === undefined) throw new AppError('not_found');
      return { passages };
    },
  });
}

/** The reply `{"logs":[…]}` piece by piece, so that it never stands in memory as a whole. */
async function* writeLogs(pages: AsyncIterable<ChatLog[]>): AsyncGenerator<string> {
  let opening = '{"logs":[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield opening + page.map((log) => JSON.stringify(log)).join(',');
    opening = ',';
  }
  yield opening === ',' ? ']}' : `${opening}]}`;
}
