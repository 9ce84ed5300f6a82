import {
  countLogs,
  coverLogs,
  exportLogs,
  findLog,
  listLogPage,
  listLogSession,
  summariseLogs,
} from '@pathway/contract/log-book';
import type { ChatLog } from '@pathway/contract/logs';
import { addressOf, callApi, isGone } from '../../lib/api-client.ts';
import { createRandomId } from '../../lib/create-random-id.ts';
import type { LogBook } from './log-book.ts';
import { orderTopics } from './log-coverage.ts';
import { boundsOf, type LogDates, type LogFilters, type TimedLog, timeOf } from './log-filters.ts';
import { boundsOfDays, daysToShow } from './log-insight.ts';
import { downloadFrom, exportName } from './logs-export.ts';

/** More logs than the browser should hold: the server filters, counts and exports them. */
export function createServerLogBook(): LogBook {
  return {
    name: createRandomId(),
    isAtHand: false,
    count: ({ start, end, question }, signal) =>
      callApi(countLogs, { query: { ...toQuery({ start, end }), question }, signal }),
    async readPage({ filters, after }, signal) {
      const query = { ...toFilterQuery(filters), after };
      const { logs, next } = await callApi(listLogPage, { query, signal });
      return { logs: logs.map(toTimed), next };
    },
    async summarise({ dates, now }, signal) {
      const days = daysToShow(dates, now);
      const bounds = boundsOfDays(days).map((ms) => toEpochMs(ms, LATEST_MS));
      const query = { ...toQuery(dates), days: bounds.join(',') };
      const insight = await callApi(summariseLogs, { query, signal });
      const counted = days.map((day, index) => ({ day, count: insight.days[index] ?? 0 }));
      return { ...insight, days: counted };
    },
    async cover({ dates, topic }, signal) {
      const query = { ...toQuery(dates), care: topic ?? '' };
      const coverage = await callApi(coverLogs, { query, signal });
      const cared = coverage.cared.map(({ id, prompt }) => ({ address: id, prompt }));
      return { ...coverage, topics: orderTopics(coverage.topics), cared };
    },
    async find({ address, filters }, signal) {
      try {
        const query = toFilterQuery(filters);
        const found = await callApi(findLog, { params: { id: address }, query, signal });
        const { log, place, previous, next } = found;
        return { opened: toTimed(log), place, previous, next };
      } catch (error) {
        if (isGone(error)) return null;
        throw error;
      }
    },
    async listSession({ log }, signal) {
      const { logs } = await callApi(listLogSession, { params: { id: log.id }, signal });
      return logs.map(({ id, timestamp, prompt }) => ({ address: id, timestamp, prompt }));
    },
    download(filters, format) {
      const query = { ...toFilterQuery(filters), format };
      downloadFrom(addressOf(exportLogs, { query }), exportName(filters, format));
    },
  };
}

/** The server's ids tell logs apart. */
function toTimed(log: ChatLog): TimedLog {
  return { address: log.id, log, timeMs: timeOf(log) };
}

function toFilterQuery({ start, end, question, feedback }: LogFilters) {
  return { ...toQuery({ start, end }), question, feedback };
}

function toQuery(dates: LogDates): { from: string; until: string } {
  const { fromMs, untilMs } = boundsOf(dates);
  return {
    from: fromMs === -Infinity ? '' : toEpochMs(fromMs, LATEST_MS),
    until: untilMs === Infinity ? '' : toEpochMs(untilMs, -LATEST_MS),
  };
}

/** The last instant that a Date can name. */
const LATEST_MS = 8.64e15;

/** A day that no calendar has is no instant, and no log is of it. */
function toEpochMs(ms: number, otherwise: number): string {
  return String(Number.isNaN(ms) ? otherwise : ms);
}
