import { LOGS_PER_PAGE } from '@pathway/contract/limits';
import {
  countLogs,
  coverLogs,
  exportLogs,
  findLog,
  listLogPage,
  listLogSession,
  summariseLogs,
} from '@pathway/contract/log-book';
import { createLogFileWriter, LOG_FILE_TYPES, type LogFormat } from '@pathway/contract/log-file';
import { type ChatLog, readableLog } from '@pathway/contract/logs';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { Access } from '../../access/create-access.ts';
import { AppError } from '../../platform/app-error.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import type { LogDigestStore } from './digest-store.ts';
import type { LogStore } from './log-store.ts';
import type { LogFilters } from './match-logs.ts';
import type { LogSummaryStore } from './summary-store.ts';

/** The screen of logs where there are more of them than a browser should hold. */
export function registerLogBookRoutes(
  app: FastifyInstance,
  deps: {
    access: Access;
    logs: LogStore;
    digests: Pick<LogDigestStore, 'catchUp'>;
    summaries: LogSummaryStore;
  },
): void {
  const { logs, digests, summaries } = deps;
  const access = deps.access.admin;
  /** Logs are found by their question once they are digested. */
  const readyFor = async <Filters extends Pick<LogFilters, 'question'>>(filters: Filters) => {
    if (filters.question !== '') await digests.catchUp();
    return filters;
  };

  registerCall(app, listLogPage, {
    access,
    async handler({ query: { after, ...query } }) {
      const filters = await readyFor(query);
      return logs.readPage({ filters, after, limit: LOGS_PER_PAGE });
    },
  });

  registerCall(app, countLogs, {
    access,
    handler: async ({ query }) => logs.count(await readyFor(query)),
  });

  registerCall(app, summariseLogs, {
    access,
    async handler({ query: { days, ...dates } }) {
      await digests.catchUp();
      return summaries.summarise(dates, days.split(',').map(Number));
    },
  });

  registerCall(app, coverLogs, {
    access,
    async handler({ query: { care, ...dates } }) {
      await digests.catchUp();
      return summaries.cover(dates, care);
    },
  });

  registerCall(app, findLog, {
    access,
    async handler({ id, query }) {
      const found = await logs.find(id, await readyFor(query));
      if (found === undefined) throw new AppError('not_found');
      return found;
    },
  });

  registerCall(app, listLogSession, {
    access,
    async handler({ id }) {
      const others = await logs.listSession(id);
      if (others === undefined) throw new AppError('not_found');
      return { logs: others };
    },
  });

  registerCall(app, exportLogs, {
    access,
    async handler({ query: { format, ...query }, reply }) {
      const pages = logs.pages(await readyFor(query));
      return reply
        .type(LOG_FILE_TYPES[format])
        .header('content-disposition', 'attachment')
        .send(Readable.from(writeFile(pages, format)));
    },
  });
}

/**
 * The file that the browser would make of the same logs, page by page as its reader takes it. The first piece
 * waits for the first page, so that a failure by then is a failed reply; a later one breaks the connection.
 */
async function* writeFile(
  pages: AsyncIterable<ChatLog[]>,
  format: LogFormat,
): AsyncGenerator<string> {
  const writer = createLogFileWriter(format);
  for await (const page of pages) {
    const piece = writer.add(page.flatMap((log) => readableLog.safeParse(log).data ?? []));
    // An empty piece would end the stream.
    if (piece !== '') yield piece;
  }
  const ending = writer.end();
  if (ending !== '') yield ending;
}
