import { countByFeedback, localDay, type LogFilters, type TimedLog } from './log-filters.ts';

export interface DayCount {
  /** Local, as `YYYY-MM-DD`. */
  day: string;
  count: number;
}

const DEFAULT_DAYS = 14;
/** More bars than this could not be told apart. */
const MAX_DAYS = 62;
const TOP_SOURCES = 3;

/** Logs per local day: the chosen range, else the last 14 days up to `now`; at most 62 days. */
export function countPerDay(
  logs: readonly TimedLog[],
  filters: Pick<LogFilters, 'start' | 'end'>,
  now: Date,
): DayCount[] {
  const days = daysToShow(filters, now).map((day) => ({ day, count: 0 }));
  // Comparing with the beginnings of days is quicker by far than asking each log for its date.
  const begins = days.map(({ day }) => Date.parse(`${day}T00:00:00`));
  const endMs = Date.parse(`${days.at(-1)?.day}T23:59:59.999`);
  for (const { timeMs } of logs) {
    const day = timeMs > endMs ? undefined : days[begins.findLastIndex((ms) => ms <= timeMs)];
    if (day !== undefined) day.count += 1;
  }
  return days;
}

function daysToShow({ start, end }: Pick<LogFilters, 'start' | 'end'>, now: Date): string[] {
  const last = end === '' ? localDay(now) : end;
  const wanted = start === '' ? DEFAULT_DAYS : daysBetween(start, last) + 1;
  const count = Math.min(Math.max(wanted, 1), MAX_DAYS);
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
export function rateHelpfulness(logs: readonly TimedLog[]) {
  const { all, up, down } = countByFeedback(logs);
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
