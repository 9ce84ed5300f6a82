import { LOG_DAYS_MAX } from '@pathway/contract/limits';
import { countByFeedback, localDay, type LogDates, type TimedLog } from './log-filters.ts';

export interface DayCount {
  /** Local, as `YYYY-MM-DD`. */
  day: string;
  count: number;
}

const DEFAULT_DAYS = 14;
const TOP_SOURCES = 3;

/** A summary of the logs of some dates. */
export interface LogInsight {
  all: number;
  days: DayCount[];
  up: number;
  down: number;
  sources: { source: string; count: number }[];
}

export function summarise(logs: readonly TimedLog[], dates: LogDates, now: Date): LogInsight {
  const { all, up, down } = countByFeedback(logs);
  return { all, up, down, days: countPerDay(logs, dates, now), sources: rankSources(logs) };
}

/** Logs per local day: the chosen range, else the last 14 days up to `now`; at most 62 days. */
export function countPerDay(logs: readonly TimedLog[], dates: LogDates, now: Date): DayCount[] {
  const days = daysToShow(dates, now).map((day) => ({ day, count: 0 }));
  // Comparing with the beginnings of days is quicker by far than asking each log for its date.
  const bounds = boundsOfDays(days.map(({ day }) => day));
  for (const { timeMs } of logs) {
    const day = days[bounds.findLastIndex((ms) => ms <= timeMs)];
    if (day !== undefined) day.count += 1;
  }
  return days;
}

/** The instants at which local days begin, in epoch milliseconds, and the one at which the last of them ends. */
export function boundsOfDays(days: readonly string[]): number[] {
  const endMs = Date.parse(`${days.at(-1)}T23:59:59.999`) + 1;
  return [...days.map((day) => Date.parse(`${day}T00:00:00`)), endMs];
}

/** The days that are counted one by one, as `YYYY-MM-DD`. */
export function daysToShow({ start, end }: LogDates, now: Date): string[] {
  const last = end === '' ? localDay(now) : end;
  const wanted = start === '' ? DEFAULT_DAYS : daysBetween(start, last) + 1;
  const count = Math.min(Math.max(wanted, 1), LOG_DAYS_MAX);
  return Array.from({ length: count }, (_, index) => dayBefore(last, count - 1 - index));
}

function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);
}

function dayBefore(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00`);
  date.setDate(date.getDate() - days);
  return localDay(date);
}

/** Thumbs up, thumbs down and neither; `percent` is up / (up + down), null without feedback. */
export function rateHelpfulness({ all, up, down }: Pick<LogInsight, 'all' | 'up' | 'down'>) {
  const percent = up + down === 0 ? null : Math.round((100 * up) / (up + down));
  return { up, down, none: all - up - down, percent };
}

/** The three sources that most logs used; a log counts once for each. */
export function rankSources(logs: readonly TimedLog[]): { source: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { log } of logs) {
    for (const source of new Set(log.matches.map((match) => match.source))) {
      counts.set(source, (counts.get(source) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([source, count]) => ({ source, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, TOP_SOURCES);
}
