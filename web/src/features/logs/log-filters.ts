import type { FeedbackFilter } from '@pathway/contract/log-book';
import { normaliseQuestion } from '@pathway/contract/log-digest';
import type { ChatLog } from '@pathway/contract/logs';
import { parseDate } from '../../lib/dates.ts';

/**
 * Days are local, as `YYYY-MM-DD`; '' leaves that end open. `question` leaves only those who asked it in
 * much the same words; '' asks for none.
 */
export interface LogFilters {
  start: string;
  end: string;
  feedback: FeedbackFilter;
  question: string;
}

/** The local days of a summary, as in {@link LogFilters}. */
export type LogDates = Pick<LogFilters, 'start' | 'end'>;

/**
 * A log with its time in epoch milliseconds, so that filtering many stays quick; NaN where it names
 * none. `address` tells it apart in the whole list: ids may be missing or repeat.
 */
export interface TimedLog {
  address: string;
  log: ChatLog;
  timeMs: number;
}

export const NO_FILTERS: LogFilters = { start: '', end: '', feedback: 'all', question: '' };

export function isFiltered({ start, end, feedback, question }: LogFilters): boolean {
  return start !== '' || end !== '' || feedback !== 'all' || question !== '';
}

/** The filters that an address names; what it names wrongly is not set. */
export function readFilters(address: URLSearchParams): LogFilters {
  const feedback = address.get('feedback') ?? '';
  return {
    start: readDay(address.get('start')),
    end: readDay(address.get('end')),
    feedback: Object.hasOwn(MATCHES, feedback) ? (feedback as FeedbackFilter) : 'all',
    question: address.get('question') ?? '',
  };
}

function readDay(text: string | null): string {
  const date = parseDate(text ?? '');
  // February 30 would be a day of March.
  return date !== null && localDay(date) === text ? text : '';
}

/** An address that names the filters that are set, whatever else it names. */
export function writeFilters(filters: LogFilters, address: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(address);
  for (const [name, value] of Object.entries(filters)) {
    if (value === NO_FILTERS[name as keyof LogFilters]) written.delete(name);
    else written.set(name, value);
  }
  return written;
}

/** The last `days` local days up to `now`. */
export function lastDays(days: number, now: Date): LogDates {
  const first = new Date(now);
  first.setDate(first.getDate() - (days - 1));
  return { start: localDay(first), end: localDay(now) };
}

/** The local day of a moment, as `YYYY-MM-DD`. */
export function localDay(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
}

export function withTimes(logs: readonly ChatLog[]): TimedLog[] {
  const known = new Set(['']);
  return logs.map((log, key) => {
    const address = known.has(log.id) ? `log-${key}` : log.id;
    known.add(address);
    return { address, log, timeMs: timeOf(log) };
  });
}

export function timeOf({ timestamp }: ChatLog): number {
  return parseDate(timestamp)?.getTime() ?? NaN;
}

/** The instants from which and until which days are chosen, in epoch milliseconds, both included. */
export function boundsOf({ start, end }: LogDates): { fromMs: number; untilMs: number } {
  return {
    fromMs: start === '' ? -Infinity : Date.parse(`${start}T00:00:00`),
    untilMs: end === '' ? Infinity : Date.parse(`${end}T23:59:59.999`),
  };
}

/**
 * The logs from the beginning of the start day through the last moment of the end day; without either
 * all of them, those included that name no time.
 */
export function filterByDate(logs: readonly TimedLog[], dates: LogDates): readonly TimedLog[] {
  if (dates.start === '' && dates.end === '') return logs;
  const { fromMs, untilMs } = boundsOf(dates);
  return logs.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= untilMs);
}

export function filterByFeedback(
  logs: readonly TimedLog[],
  feedback: FeedbackFilter,
): readonly TimedLog[] {
  return feedback === 'all' ? logs : logs.filter(({ log }) => MATCHES[feedback](log));
}

/** The logs that asked a question in much the same words. */
export function filterByQuestion(logs: readonly TimedLog[], question: string): readonly TimedLog[] {
  if (question === '') return logs;
  const asked = normaliseQuestion(question);
  return logs.filter(({ log }) => normaliseQuestion(log.prompt) === asked);
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
