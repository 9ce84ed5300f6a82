import { ScrollText } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
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
import {
  filterByDate,
  filterByFeedback,
  filterByQuestion,
  type LogFilters,
  readFilters,
  writeFilters,
} from './log-filters.ts';
import { useLogs } from './logs-calls.ts';
import { LogsTable } from './logs-table.tsx';
import { MESSAGES } from './messages.ts';

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
 * once; what follows from them over a hundred thousand logs may come a moment later.
 */
export function LogsScreen() {
  const logs = useLogs();
  const tryAgain = useTryAgain(logs);
  const { filters, setFilters } = useFilters();
  const { opened: address, open, close } = useOpenedItem(OPENED);
  usePageTitle(MESSAGES.heading);
  const all = useMemo(() => logs.data ?? [], [logs.data]);
  const applied = useDeferredValue(filters);
  const { start, end, feedback, question } = applied;
  const dated = useMemo(() => filterByDate(all, { start, end }), [all, start, end]);
  const asked = useMemo(() => filterByQuestion(dated, question), [dated, question]);
  const shown = useMemo(() => filterByFeedback(asked, feedback), [asked, feedback]);
  const opened = useMemo(
    () => (address === null ? undefined : all.find((log) => log.address === address)),
    [all, address],
  );
  return (
    <Page width="wide">
      <h1>{MESSAGES.heading}</h1>
      <FilterCard
        filters={filters}
        applied={applied}
        onChange={setFilters}
        counted={asked}
        shown={shown}
        totalCount={all.length}
      />
      {dated.length > 0 && (
        <>
          <InsightStrip logs={dated} filters={applied} />
          <CoverageCard
            logs={dated}
            onChoose={(chosen) => setFilters({ ...filters, question: chosen })}
          />
        </>
      )}
      <Card aria-label={MESSAGES.table} className="overflow-clip print:border-0">
        {logs.isPending && (
          <LoadingBox text={MESSAGES.loading} widths={['96%', '90%', '94%', '86%']} />
        )}
        {logs.isError && (
          <FailedList
            text={failureText(logs.error, MESSAGES.failed, MESSAGES.unknown)}
            onTryAgain={tryAgain}
          />
        )}
        {logs.isSuccess && shown.length === 0 && (
          <EmptyBox
            Icon={ScrollText}
            text={all.length === 0 ? MESSAGES.noLogs : MESSAGES.noMatch}
          />
        )}
        {logs.isSuccess && shown.length > 0 && <LogsTable logs={shown} onOpen={open} />}
      </Card>
      {opened && (
        <LogDrawer opened={opened} shown={shown} all={all} onOpen={open} onClose={close} />
      )}
    </Page>
  );
}
