import { useDeferredValue, useMemo, useState } from 'react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Page } from '../../ui/page.tsx';
import { CoverageCard } from './coverage-card.tsx';
import { FilterCard } from './filter-card.tsx';
import { InsightStrip } from './insight-strip.tsx';
import { filterByDate, filterByFeedback, NO_FILTERS } from './log-filters.ts';
import { useLogs } from './logs-calls.ts';
import { LogsCard } from './logs-card.tsx';
import { MESSAGES } from './messages.ts';

/**
 * What is shown is derived from all logs: first by date, then by feedback. The controls answer at
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
      <LogsCard
        isLoading={logs.isPending}
        error={logs.error}
        logs={shown}
        totalCount={all.length}
      />
    </Page>
  );
}
