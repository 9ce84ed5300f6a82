import type { ChatLog } from '@pathway/contract/logs';
import { parseDate } from '../../lib/dates.ts';

export type FeedbackFilter = 'all' | 'up' | 'down' | 'with_text';

/** Days are local, as `YYYY-MM-DD`; '' leaves that end open. */
export interface LogFilters {
  start: string;
  end: string;
  feedback: FeedbackFilter;
}

/**
 * A log with its time in epoch milliseconds, so that filtering many stays quick; NaN where it names
 * none. `key` is its index in the whole list: ids may be missing or repeat.
 */
export interface TimedLog {
  key: number;
  log: ChatLog;
  timeMs: number;
}

export const NO_FILTERS: LogFilters = { start: '', end: '', feedback: 'all' };

export function isFiltered({ start, end, feedback }: LogFilters): boolean {
  return start !== '' || end !== '' || feedback !== 'all';
}

export function withTimes(logs: readonly ChatLog[]): TimedLog[] {
  return logs.map((log, key) => ({
    key,
    log,
    timeMs: parseDate(log.timestamp)?.getTime() ?? NaN,
  }));
}

/**
 * The logs from the beginning of the start day through the last moment of the end day; without either
 * all of them, those included that name no time.
 */
export function filterByDate(
  logs: readonly TimedLog[],
  { start, end }: Pick<LogFilters, 'start' | 'end'>,
): readonly TimedLog[] {
  if (start === '' && end === '') return logs;
  const fromMs = start === '' ? -Infinity : Date.parse(`${start}T00:00:00`);
  const untilMs = end === '' ? Infinity : Date.parse(`${end}T23:59:59.999`);
  return logs.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= untilMs);
}

export function filterByFeedback(
  logs: readonly TimedLog[],
  feedback: FeedbackFilter,
): readonly TimedLog[] {
  return feedback === 'all' ? logs : logs.filter(({ log }) => MATCHES[feedback](log));
}

/** How many logs each feedback filter would show. */
export function countByFeedback(logs: readonly TimedLog[]): Record<FeedbackFilter, number> {
  const counts = { all: logs.length, up: 0, down: 0, with_text: 0 };
  for (const { log } of logs) {
    if (MATCHES.up(log)) counts.up += 1;
    if (MATCHES.down(log)) counts.down += 1;
    if (MATCHES.with_text(log)) counts.with_text += 1;
  }
  return counts;
}

const MATCHES = {
  up: (log: ChatLog) => log.feedback === 'up',
  down: (log: ChatLog) => log.feedback === 'down',
  with_text: (log: ChatLog) => log.feedback_text.trim() !== '',
};
