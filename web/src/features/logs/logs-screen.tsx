import { useMemo, useState } from 'react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Page } from '../../ui/page.tsx';
import { FilterCard } from './filter-card.tsx';
import { InsightStrip } from './insight-strip.tsx';
import { filterByDate, filterByFeedback, NO_FILTERS } from './log-filters.ts';
import { useLogs } from './logs-calls.ts';
import { LogsCard } from './logs-card.tsx';
import { MESSAGES } from './messages.ts';

/** What is shown is derived from all logs: first by date, then by feedback. */
export function LogsScreen() {
  const logs = useLogs();
  const [filters, setFilters] = useState(NO_FILTERS);
  usePageTitle(MESSAGES.heading);
  const all = useMemo(() => logs.data ?? [], [logs.data]);
  const dated = useMemo(() => filterByDate(all, filters), [all, filters]);
  const shown = useMemo(() => filterByFeedback(dated, filters.feedback), [dated, filters]);
  return (
    <Page width="wide">
      <h1>{MESSAGES.heading}</h1>
      <FilterCard
        filters={filters}
        onChange={setFilters}
        dated={dated}
        shown={shown}
        totalCount={all.length}
      />
      {all.length > 0 && <InsightStrip logs={dated} filters={filters} />}
      <LogsCard
        // Another selection starts at its top again.
        key={`${filters.start} ${filters.end} ${filters.feedback}`}
        isLoading={logs.isPending}
        error={logs.error}
        logs={shown}
        totalCount={all.length}
      />
    </Page>
  );
}
