import { LOGS_IN_BROWSER_MAX } from '@pathway/contract/limits';
import { AT_MOST_HEADER, listLogs, writeAtMost } from '@pathway/contract/logs';
import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { callApi } from '../../lib/api-client.ts';
import type { FoundLog, LogBook, LogPage } from './log-book.ts';
import type { LogDates, LogFilters, TimedLog } from './log-filters.ts';
import { createServerLogBook } from './server-log-book.ts';
import { createWholeLogBook } from './whole-log-book.ts';

/** Rows that move while somebody reads them would be worse than rows a minute old. */
const SETTLED = {
  refetchOnWindowFocus: false,
  // Comparing tens of thousands of logs with themselves takes longer than showing them again.
  structuralSharing: false,
} as const;

/** Logs are asked for before anything else, and the book is on the server when they are too many. */
export function useLogBook() {
  return useQuery({
    queryKey: ['logs'],
    queryFn: async ({ signal }) => {
      const headers = { [AT_MOST_HEADER]: writeAtMost(LOGS_IN_BROWSER_MAX) };
      const { logs, more } = await callApi(listLogs, { headers, signal });
      return more ? createServerLogBook() : createWholeLogBook(logs);
    },
    ...SETTLED,
  });
}

/** How a question to a book is put: what the book has at hand is there in the same moment. */
function asking<Answer>(
  book: LogBook,
  question: readonly unknown[],
  ask: (signal: AbortSignal) => Answer | Promise<Answer>,
) {
  return {
    queryKey: ['log-book', book.name, ...question],
    queryFn: ({ signal }: { signal: AbortSignal }) => ask(signal),
    ...(book.isAtHand && {
      initialData: () => ask(new AbortController().signal) as Answer,
      // It is quicker to find anew than to keep.
      gcTime: 0,
    }),
    staleTime: Infinity,
    ...SETTLED,
  };
}

export function useLogCounts(book: LogBook, filters: LogFilters) {
  // The feedback filter chooses among the counts.
  const asked = { ...filters, feedback: 'all' } as const;
  return useQuery(asking(book, ['counts', asked], (signal) => book.count(asked, signal)));
}

export function useLogInsight(book: LogBook, wanted: { dates: LogDates; now: Date }) {
  return useQuery(asking(book, ['insight', wanted], (signal) => book.summarise(wanted, signal)));
}

export function useLogCoverage(book: LogBook, wanted: { dates: LogDates; topic: string | null }) {
  return useQuery({
    ...asking(book, ['coverage', wanted], (signal) => book.cover(wanted, signal)),
    // Who chooses the next topic keeps the choice before the eyes.
    placeholderData: keepPreviousData,
  });
}

export function useLogSession(book: LogBook, log: TimedLog) {
  return useQuery(
    asking(book, ['session', log.address], (signal) => book.listSession(log, signal)),
  );
}

/** The rows of the table: those that were loaded, and more as they are asked for. */
export function useLogRows(book: LogBook, filters: LogFilters) {
  const first = (signal: AbortSignal) => book.readPage({ filters, after: '' }, signal);
  const { gcTime } = asking(book, [], first);
  const rows = useInfiniteQuery({
    queryKey: ['log-book', book.name, 'rows', filters],
    queryFn: ({ pageParam, signal }) => book.readPage({ filters, after: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (page: LogPage) => page.next,
    ...(book.isAtHand && {
      initialData: () => ({
        pages: [first(new AbortController().signal) as LogPage],
        pageParams: [''],
      }),
      gcTime,
    }),
    staleTime: Infinity,
    ...SETTLED,
  });
  const pages = rows.data?.pages;
  const logs = useMemo(
    () => (pages?.length === 1 ? pages[0]?.logs : pages?.flatMap((page) => page.logs)) ?? [],
    [pages],
  );
  return { ...rows, logs };
}
export type LogRows = Pick<
  ReturnType<typeof useLogRows>,
  'logs' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
>;

/** Rows that are loaded before somebody comes to the last one. */
export const ROWS_AHEAD = 40;

/** The log that an address names: from the rows where it is among them, else from the book. */
export function useOpenedLog(
  book: LogBook,
  wanted: { address: string | null; filters: LogFilters; rows: LogRows },
): FoundLog | null {
  const { address, filters, rows } = wanted;
  const { logs, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = rows;
  const index = useMemo(
    () => (address === null ? -1 : logs.findIndex((log) => log.address === address)),
    [logs, address],
  );
  const isLate = index >= 0 && index >= logs.length - ROWS_AHEAD;
  useEffect(() => {
    // Whoever goes through the drawer comes to the end of the rows without scrolling.
    if (isLate && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isLate, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const found = useQuery<FoundLog | null>({
    ...(address === null || index >= 0
      ? { queryKey: ['log-book', 'none'], queryFn: skipToken }
      : asking(book, ['log', address, filters], (signal) =>
          book.find({ address, filters }, signal),
        )),
    // Whoever goes on to the next log keeps the drawer open.
    placeholderData: keepPreviousData,
  });
  const opened = logs[index];
  if (opened !== undefined) {
    return {
      opened,
      place: index + 1,
      previous: logs[index - 1]?.address ?? null,
      next: logs[index + 1]?.address ?? null,
    };
  }
  return address === null ? null : (found.data ?? null);
}
