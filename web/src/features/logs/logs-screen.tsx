import { ScrollText } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { failureText } from '../../lib/failure-text.ts';
import { usePageTitle } from '../../lib/web-config.ts';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyBox, FailureBox, LoadingBox } from '../../ui/state-box.tsx';
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

/**
 * Filters and the opened log, which live in the address: a reload and the way back find them. The controls show
 * their own state, for the address follows them a moment later.
 */
function useLogAddress() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const wasOpenedHere =
    (useLocation().state as { isLogOpened?: boolean } | null)?.isLogOpened === true;
  const [filters, keepFilters] = useState(() => readFilters(address));
  const [seen, setSeen] = useState(address);
  if (address !== seen) {
    setSeen(address);
    keepFilters(readFilters(address));
  }
  const opened = address.get(OPENED);
  const setFilters = (next: LogFilters) => {
    keepFilters(next);
    setAddress((before) => writeFilters(next, before), { replace: true });
  };
  /** The first log is a step that Back takes back; going on to others is not. */
  const open = (log: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(OPENED, log);
        return next;
      },
      { replace: opened !== null, state: { isLogOpened: opened === null || wasOpenedHere } },
    );
  const closed = useRef<string>(null);
  useEffect(() => {
    if (opened === null) closed.current = null;
  }, [opened]);
  const close = () => {
    // The address follows a moment later: closing twice must not go back twice.
    if (closed.current === opened) return;
    closed.current = opened;
    if (wasOpenedHere) return void navigate(-1);
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(OPENED);
        return next;
      },
      { replace: true },
    );
  };
  return { filters, setFilters, opened, open, close };
}

/**
 * What is shown is derived from all logs: first by date, then by feedback. The controls follow at
 * once; what follows from them over a hundred thousand logs may come a moment later.
 */
export function LogsScreen() {
  const logs = useLogs();
  const { filters, setFilters, opened: address, open, close } = useLogAddress();
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
      {all.length > 0 && (
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
          <FailureBox text={failureText(logs.error, MESSAGES.failed, MESSAGES.unknown)} />
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
