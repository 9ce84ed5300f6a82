import { Download, FunnelX, TriangleAlert } from 'lucide-react';
import { useId, useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { SMALL_INPUT_CLASSES } from '../../ui/fields.tsx';
import { Card } from '../../ui/page.tsx';
import { FilterButton } from './filter-button.tsx';
import {
  countByFeedback,
  type FeedbackFilter,
  isFiltered,
  type LogFilters,
  NO_FILTERS,
  type TimedLog,
} from './log-filters.ts';
import { downloadFile, exportName, logsToCsv } from './logs-export.ts';
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
        <output className="max-md:w-full">
          {isFiltered(applied) ? (
            <span className="text-sm font-semibold">
              {MESSAGES.filtered(shown.length, totalCount)}
            </span>
          ) : (
            <span className="flex items-center gap-2 rounded-sm border border-warning-line bg-warning-bg px-3 py-1.5 text-sm font-semibold text-warning">
              <TriangleAlert aria-hidden size={16} className="shrink-0" />
              {MESSAGES.unfiltered}
            </span>
          )}
        </output>
        <DownloadButtons filters={applied} logs={shown} />
      </div>
    </Card>
  );
}

function DateField(props: { label: string; value: string; onChange: (day: string) => void }) {
  const { label, value, onChange } = props;
  const id = useId();
  return (
    <div className="grid gap-1.5 md:w-42">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={SMALL_INPUT_CLASSES}
      />
    </div>
  );
}

interface FeedbackButtonsProps {
  chosen: FeedbackFilter;
  onChoose: (feedback: FeedbackFilter) => void;
  logs: readonly TimedLog[];
}

function FeedbackButtons({ chosen, onChoose, logs }: FeedbackButtonsProps) {
  const counts = useMemo(() => countByFeedback(logs), [logs]);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{MESSAGES.feedback}</legend>
      <div className="flex flex-wrap gap-1.5">
        {MESSAGES.feedbackFilters.map(({ value, label }) => (
          <FilterButton
            key={value}
            label={label}
            count={counts[value]}
            isChosen={chosen === value}
            onChoose={() => onChoose(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function DownloadButtons(props: { filters: LogFilters; logs: readonly TimedLog[] }) {
  const { filters, logs } = props;
  const records = () => logs.map(({ log }) => log);
  const nameOf = (label: string) =>
    isFiltered(filters) ? MESSAGES.withCount(label, logs.length) : label;
  const icon = <Download aria-hidden size={16} />;

  const downloadCsv = () =>
    downloadFile({
      name: exportName(filters, 'csv'),
      type: 'text/csv;charset=utf-8',
      text: logsToCsv(records()),
    });
  const downloadJson = () =>
    downloadFile({
      name: exportName(filters, 'json'),
      type: 'application/json',
      text: JSON.stringify(records(), null, 2),
    });

  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1 print:hidden">
      <Button variant="secondary" size="sm" icon={icon} onClick={downloadCsv}>
        {nameOf(MESSAGES.downloadCsv)}
      </Button>
      <Button variant="secondary" size="sm" icon={icon} onClick={downloadJson}>
        {nameOf(MESSAGES.downloadJson)}
      </Button>
    </div>
  );
}
