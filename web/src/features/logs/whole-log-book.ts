import { createLogFileWriter, LOG_FILE_TYPES } from '@pathway/contract/log-file';
import type { ChatLog } from '@pathway/contract/logs';
import { createRandomId } from '../../lib/create-random-id.ts';
import type { LogBook } from './log-book.ts';
import { coverLogs } from './log-coverage.ts';
import {
  countByFeedback,
  filterByDate,
  filterByFeedback,
  filterByQuestion,
  type LogFilters,
  withTimes,
} from './log-filters.ts';
import { summarise } from './log-insight.ts';
import { downloadText, exportName } from './logs-export.ts';

/** All logs in the browser, which filters and counts them by itself. Given newest first. */
export function createWholeLogBook(given: readonly ChatLog[]): LogBook {
  const all = withTimes(given);
  const counted = (filters: LogFilters) =>
    filterByQuestion(filterByDate(all, filters), filters.question);
  const shown = (filters: LogFilters) => filterByFeedback(counted(filters), filters.feedback);
  return {
    name: createRandomId(),
    isAtHand: true,
    count: (filters) => ({ total: all.length, ...countByFeedback(counted(filters)) }),
    readPage: ({ filters }) => ({ logs: shown(filters), next: null }),
    summarise: ({ dates, now }) => summarise(filterByDate(all, dates), dates, now),
    cover: ({ dates, topic }) => coverLogs(filterByDate(all, dates), topic),
    find({ address, filters }) {
      const opened = all.find((log) => log.address === address);
      if (opened === undefined) return null;
      const among = shown(filters);
      const index = among.indexOf(opened);
      if (index < 0) return { opened, place: null, previous: null, next: null };
      return {
        opened,
        place: index + 1,
        previous: among[index - 1]?.address ?? null,
        next: among[index + 1]?.address ?? null,
      };
    },
    listSession(opened) {
      const { session_id: session } = opened.log;
      if (session === '') return [];
      return (
        all
          .filter(({ address, log }) => log.session_id === session && address !== opened.address)
          .map(({ address, log }) => ({ address, timestamp: log.timestamp, prompt: log.prompt }))
          // The list is newest first, a conversation is read from its beginning.
          .toReversed()
      );
    },
    download(filters, format) {
      const writer = createLogFileWriter(format);
      const logs = shown(filters).map(({ log }) => log);
      downloadText({
        name: exportName(filters, format),
        type: LOG_FILE_TYPES[format],
        text: writer.add(logs) + writer.end(),
      });
    },
  };
}
