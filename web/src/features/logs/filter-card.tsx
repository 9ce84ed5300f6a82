import { FunnelX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateField } from './date-field.tsx';
import { DownloadButtons } from './download-buttons.tsx';
import { FeedbackButtons } from './feedback-buttons.tsx';
import { FilterStatus } from './filter-status.tsx';
import { isFiltered, type LogFilters, NO_FILTERS, type TimedLog } from './log-filters.ts';
import { MESSAGES } from './messages.ts';

interface FilterCardProps {
  filters: LogFilters;
  /** The filters that `dated` and `shown` follow already. */
  applied: LogFilters;
  onChange: (filters: LogFilters) => void;
  /** The logs of the chosen dates. */
  dated: readonly TimedLog[];
  /** Those of them that the feedback filter leaves. */
  shown: readonly TimedLog[];
  totalCount: number;
}

export function FilterCard(props: FilterCardProps) {
  const { filters, applied, onChange, dated, shown, totalCount } = props;
  const change = (part: Partial<LogFilters>) => onChange({ ...filters, ...part });
  return (
    <Card padded aria-label={MESSAGES.filters} className="grid gap-4 print:border-0 print:p-0">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4 print:hidden">
        <div className="grid w-full grid-cols-2 gap-3 md:flex md:w-auto">
          <DateField
            label={MESSAGES.startDate}
            value={filters.start}
            onChange={(start) => change({ start })}
          />
          <DateField
            label={MESSAGES.endDate}
            value={filters.end}
            onChange={(end) => change({ end })}
          />
        </div>
        <FeedbackButtons
          chosen={filters.feedback}
          onChoose={(feedback) => change({ feedback })}
          logs={dated}
        />
        <Button
          variant="ghost"
          size="sm"
          icon={<FunnelX aria-hidden size={16} />}
          className="max-tab:-ml-3 tab:ml-auto"
          onClick={() => onChange(NO_FILTERS)}
        >
          {MESSAGES.clear}
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 print:border-0 print:p-0">
        <FilterStatus
          isFiltered={isFiltered(applied)}
          shownCount={shown.length}
          totalCount={totalCount}
        />
        <DownloadButtons filters={applied} logs={shown} />
      </div>
    </Card>
  );
}
