import type { FeedbackFilter } from '@pathway/contract/log-book';
import type { LogFormat } from '@pathway/contract/log-file';
import type { ChatLog } from '@pathway/contract/logs';
import type { LogCoverage } from './log-coverage.ts';
import type { LogDates, LogFilters, TimedLog } from './log-filters.ts';
import type { LogInsight } from './log-insight.ts';

/** At once where the logs are in the browser, later where the server has them. */
type Soon<Answer> = Answer | Promise<Answer>;

export interface LogCounts extends Record<FeedbackFilter, number> {
  /** All logs, whatever the filters say. */
  total: number;
}

/** Logs one after the other, newest first. */
export interface LogPage {
  logs: readonly TimedLog[];
  /** What the next page begins after; null when this is the last one. */
  next: string | null;
}

/** A log that an address names, and where it stands among those of some filters: its row from 1, and its neighbours. */
export interface FoundLog {
  opened: TimedLog;
  place: number | null;
  previous: string | null;
  next: string | null;
}

/** Another question of a session. */
export type SessionLog = { address: string } & Pick<ChatLog, 'timestamp' | 'prompt'>;

/**
 * All logs, as the screen asks for them. Parts of the screen do not know whether they are in the browser or on
 * the server: the same question gets the same answer. Filters are by date first, then by question and feedback.
 */
export interface LogBook {
  /** Tells its answers from those of any other book, and of itself when it was loaded before. */
  readonly name: string;
  /** Whether it answers at once. */
  readonly isAtHand: boolean;
  /** What each feedback filter would show of the dates and the question. */
  count(filters: LogFilters, signal: AbortSignal): Soon<LogCounts>;
  /** `after` is the `next` of the page before, '' for the first. */
  readPage(wanted: { filters: LogFilters; after: string }, signal: AbortSignal): Soon<LogPage>;
  summarise(wanted: { dates: LogDates; now: Date }, signal: AbortSignal): Soon<LogInsight>;
  /** `topic` leaves the logs that got care on it; null leaves all. */
  cover(wanted: { dates: LogDates; topic: string | null }, signal: AbortSignal): Soon<LogCoverage>;
  /** Null when the address names no log. */
  find(
    wanted: { address: string; filters: LogFilters },
    signal: AbortSignal,
  ): Soon<FoundLog | null>;
  /** What else was asked in the session of a log, in the order of asking. */
  listSession(log: TimedLog, signal: AbortSignal): Soon<readonly SessionLog[]>;
  /** Hands what the filters show to the browser as a file to save. */
  download(filters: LogFilters, format: LogFormat): void;
}
