import { ScrollText } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { failureText } from '../../lib/failure-text.ts';
import { useOpenedItem } from '../../lib/use-opened-item.ts';
import { usePageTitle } from '../../lib/web-config.ts';
import { FailedList, useTryAgain } from '../../ui/admin/failed-list.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyBox, LoadingBox } from '../../ui/state-box.tsx';
import { CoverageCard } from './coverage-card.tsx';
import { FilterCard } from './filter-card.tsx';
import { InsightStrip } from './insight-strip.tsx';
import { LogDrawer } from './log-drawer.tsx';
import type { LogBook } from './log-book.ts';
import { type LogDates, type LogFilters, readFilters, writeFilters } from './log-filters.ts';
import { LogsTable } from './logs-table.tsx';
import { MESSAGES } from './messages.ts';
import {
  useLogBook,
  useLogCounts,
  useLogInsight,
  useLogRows,
  useOpenedLog,
} from './use-log-book.ts';
import { createWholeLogBook } from './whole-log-book.ts';

/** Names the log that the drawer shows. */
const OPENED = 'log';

/** Filters, which live in the address. The controls show their own state, for the address follows a moment later. */
function useFilters() {
  const [address, setAddress] = useSearchParams();
  const [filters, keepFilters] = useState(() => readFilters(address));
  const [seen, setSeen] = useState(address);
  if (address !== seen) {
    setSeen(address);
    keepFilters(readFilters(address));
  }
  const setFilters = (next: LogFilters) => {
    keepFilters(next);
    setAddress((before) => writeFilters(next, before), { replace: true });
  };
  return { filters, setFilters };
}

/**
 * What is shown is derived from all logs: first by date, then by feedback. The controls follow at
 * once; what follows from them over tens of thousands of logs may come a moment later.
 */
export function LogsScreen() {
  const loading = useLogBook();
  const [empty] = useState(() => createWholeLogBook([]));
  const book = loading.data ?? empty;
  const { filters, setFilters } = useFilters();
  const applied = useDeferredValue(filters);
  const counts = useLogCounts(book, applied).data;
  const rows = useLogRows(book, applied);
  const tryAgain = useTryAgain(loading.isSuccess ? rows : loading);
  const { opened: address, open, close } = useOpenedItem(OPENED);
  const found = useOpenedLog(book, { address, filters: applied, rows });
  usePageTitle(MESSAGES.heading);
  const list = loading.isSuccess ? rows : loading;
  const isLoaded = loading.isSuccess && rows.data !== undefined;
  return (
    <Page width="wide">
      <h1>{MESSAGES.heading}</h1>
      <FilterCard
        filters={filters}
        applied={applied}
        onChange={setFilters}
        counts={counts}
        book={book}
      />
      <Summaries
        book={book}
        dates={{ start: applied.start, end: applied.end }}
        onChoose={(question) => setFilters({ ...filters, question })}
      />
      <Card aria-label={MESSAGES.table} className="overflow-clip print:border-0">
        {list.isPending && (
          <LoadingBox text={MESSAGES.loading} widths={['96%', '90%', '94%', '86%']} />
        )}
        {list.isError && !isLoaded && (
          <FailedList
            text={failureText(list.error, MESSAGES.failed, MESSAGES.unknown)}
            onTryAgain={tryAgain}
          />
        )}
        {isLoaded && rows.logs.length === 0 && (
          <EmptyBox
            Icon={ScrollText}
            text={counts?.total === 0 ? MESSAGES.noLogs : MESSAGES.noMatch}
          />
        )}
        {isLoaded && rows.logs.length > 0 && (
          <LogsTable rows={rows} count={counts?.[applied.feedback]} onOpen={open} />
        )}
      </Card>
      {found && (
        <LogDrawer
          found={found}
          count={counts?.[applied.feedback]}
          book={book}
          onOpen={open}
          onClose={close}
        />
      )}
    </Page>
  );
}

interface SummariesProps {
  book: LogBook;
  dates: LogDates;
  /** Called with the question whose logs are to be shown. */
  onChoose: (question: string) => void;
}

/** What the logs of the chosen dates say together; nothing where there are none. */
function Summaries({ book, dates, onChoose }: SummariesProps) {
  const [now] = useState(() => new Date());
  const insight = useLogInsight(book, { dates, now });
  const tryAgain = useTryAgain(insight);
  if (insight.data?.all === 0) return null;
  return (
    <>
      {insight.data === undefined ? (
        <Card aria-label={MESSAGES.insight.label} className="print:hidden">
          {insight.isPending && <LoadingBox text={MESSAGES.loading} />}
          {insight.isError && (
            <FailedList
              text={failureText(insight.error, MESSAGES.failed, MESSAGES.unknown)}
              onTryAgain={tryAgain}
            />
          )}
        </Card>
      ) : (
        <InsightStrip summary={insight.data} dates={dates} />
      )}
      <CoverageCard book={book} dates={dates} onChoose={onChoose} />
    </>
  );
}
