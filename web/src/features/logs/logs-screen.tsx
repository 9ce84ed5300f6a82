import { ScrollText } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { usePageTitle } from '../../lib/web-config.ts';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyBox, FailureBox, LoadingBox } from '../../ui/state-box.tsx';
import { CoverageCard } from './coverage-card.tsx';
import { FilterCard } from './filter-card.tsx';
import { InsightStrip } from './insight-strip.tsx';
import { filterByDate, filterByFeedback, NO_FILTERS } from './log-filters.ts';
import { useLogs } from './logs-calls.ts';
import { LogsTable } from './logs-table.tsx';
import { MESSAGES } from './messages.ts';

/**
 * What is shown is derived from all logs: first by date, then by feedback. The controls follow at
 * once; what follows from them over a hundred thousand logs may come a moment later.
 */
export function LogsScreen() {
  const logs = useLogs();
  const [filters, setFilters] = useState(NO_FILTERS);
  usePageTitle(MESSAGES.heading);
  const all = useMemo(() => logs.data ?? [], [logs.data]);
  const applied = useDeferredValue(filters);
  const { start, end, feedback } = applied;
  const dated = useMemo(() => filterByDate(all, { start, end }), [all, start, end]);
  const shown = useMemo(() => filterByFeedback(dated, feedback), [dated, feedback]);
  return (
    <Page width="wide">
      <h1>{MESSAGES.heading}</h1>
      <FilterCard
        filters={filters}
        applied={applied}
        onChange={setFilters}
        dated={dated}
        shown={shown}
        totalCount={all.length}
      />
      {all.length > 0 && (
        <>
          <InsightStrip logs={dated} filters={applied} />
          <CoverageCard logs={dated} />
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
        {logs.isSuccess && shown.length > 0 && <LogsTable logs={shown} />}
      </Card>
    </Page>
  );
}
