import type { FeedbackFilter } from '@pathway/contract/log-book';
import { Download, FunnelX, SlidersHorizontal, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError, SMALL_INPUT_CLASSES } from '../../ui/fields.tsx';
import { Card } from '../../ui/page.tsx';
import { RemovableTag } from '../../ui/tag.tsx';
import { FilterButton } from './filter-button.tsx';
import type { LogBook, LogCounts } from './log-book.ts';
import { isFiltered, lastDays, type LogFilters, NO_FILTERS } from './log-filters.ts';
import { MESSAGES } from './messages.ts';

interface FilterCardProps {
  filters: LogFilters;
  /** The filters that `counts` follow already. */
  applied: LogFilters;
  onChange: (filters: LogFilters) => void;
  /** Undefined while they are still to come. */
  counts: LogCounts | undefined;
  book: Pick<LogBook, 'download'>;
}

export function FilterCard(props: FilterCardProps) {
  const { filters, applied, onChange, counts, book } = props;
  const shownCount = counts?.[applied.feedback];
  // On a phone the fields would fill the screen, so they wait behind a button, unless one is wrong.
  const [isOpen, setOpen] = useState(() => areReversed(filters));
  const fieldsId = useId();
  const change = (part: Partial<LogFilters>) => onChange({ ...filters, ...part });
  return (
    <Card
      padded
      aria-label={MESSAGES.filters}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4 print:border-0 print:p-0"
    >
      <Button
        variant="secondary"
        size="sm"
        icon={<SlidersHorizontal aria-hidden size={16} />}
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        className="md:hidden print:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {countSet(filters) > 0
          ? MESSAGES.withCount(MESSAGES.showFilters, countSet(filters))
          : MESSAGES.showFilters}
      </Button>
      <div
        id={fieldsId}
        className={joinClasses(
          'flex flex-wrap items-start gap-x-6 gap-y-4 print:hidden',
          !isOpen && 'max-md:hidden',
        )}
      >
        <DateFields filters={filters} onChange={change} />
        <FeedbackButtons
          chosen={filters.feedback}
          onChoose={(feedback) => change({ feedback })}
          counts={counts}
        />
        <Button
          variant="ghost"
          size="sm"
          icon={<FunnelX aria-hidden size={16} />}
          className="max-tab:-ml-3 tab:mt-6.5 tab:ml-auto"
          onClick={() => onChange(NO_FILTERS)}
        >
          {MESSAGES.clear}
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 md:border-t md:border-line md:pt-4 print:border-0 print:p-0">
        <div className="flex min-w-0 flex-wrap items-center gap-3 max-md:w-full">
          <output>
            {isFiltered(applied) ? (
              <span className="text-sm font-semibold">
                {MESSAGES.filtered(shownCount, counts?.total)}
              </span>
            ) : (
              <span className="flex items-center gap-2 rounded-sm border border-warning-line bg-warning-bg px-3 py-1.5 text-sm font-semibold text-warning">
                <TriangleAlert aria-hidden size={16} className="shrink-0" />
                {MESSAGES.unfiltered}
              </span>
            )}
          </output>
          {filters.question !== '' && (
            <RemovableTag
              removeLabel={MESSAGES.removeQuestion}
              onRemove={() => change({ question: '' })}
            >
              {`${MESSAGES.question}: ${filters.question}`}
            </RemovableTag>
          )}
        </div>
        <DownloadButtons filters={applied} count={shownCount} book={book} />
      </div>
    </Card>
  );
}

/** How many kinds of filter are set. */
function countSet({ start, end, feedback, question }: LogFilters): number {
  return [start + end !== '', feedback !== 'all', question !== ''].filter(Boolean).length;
}

/** Dates between which there is no day. */
function areReversed({ start, end }: LogFilters): boolean {
  return start !== '' && end !== '' && start > end;
}

interface DateFieldsProps {
  filters: LogFilters;
  onChange: (dates: Partial<LogFilters>) => void;
}

function DateFields({ filters, onChange }: DateFieldsProps) {
  const { start, end } = filters;
  const [now] = useState(() => new Date());
  const errorId = useId();
  const isReversed = areReversed(filters);
  return (
    <div className="grid w-full gap-2 md:w-auto">
      <div className="grid grid-cols-2 gap-3 md:flex">
        <DateField
          label={MESSAGES.startDate}
          value={start}
          errorId={isReversed ? errorId : undefined}
          onChange={(day) => onChange({ start: day })}
        />
        <DateField
          label={MESSAGES.endDate}
          value={end}
          errorId={isReversed ? errorId : undefined}
          onChange={(day) => onChange({ end: day })}
        />
      </div>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{MESSAGES.presets}</legend>
        {MESSAGES.presetDays.map(({ days, label }) => {
          const dates = lastDays(days, now);
          return (
            <button
              key={days}
              type="button"
              aria-pressed={dates.start === start && dates.end === end}
              onClick={() => onChange(dates)}
              className="min-h-control rounded-full border border-line px-3 text-xs font-semibold text-ink-2 hover:bg-surface-2 focus-visible:rounded-full aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary md:pointer-fine:min-h-7"
            >
              {label}
            </button>
          );
        })}
      </fieldset>
      {isReversed && (
        <div className="w-0 min-w-full">
          <FieldError id={errorId}>{MESSAGES.reversed}</FieldError>
        </div>
      )}
    </div>
  );
}

interface DateFieldProps {
  label: string;
  value: string;
  /** The id of what is wrong with it. */
  errorId: string | undefined;
  onChange: (day: string) => void;
}

function DateField({ label, value, errorId, onChange }: DateFieldProps) {
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
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        onChange={({ target }) => onChange(target.value)}
        className={SMALL_INPUT_CLASSES}
      />
    </div>
  );
}

interface FeedbackButtonsProps {
  chosen: FeedbackFilter;
  onChoose: (feedback: FeedbackFilter) => void;
  counts: LogCounts | undefined;
}

function FeedbackButtons({ chosen, onChoose, counts }: FeedbackButtonsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{MESSAGES.feedback}</legend>
      <div className="flex flex-wrap gap-1.5">
        {MESSAGES.feedbackFilters.map(({ value, label }) => (
          <FilterButton
            key={value}
            label={label}
            count={counts?.[value]}
            isChosen={chosen === value}
            onChoose={() => onChoose(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface DownloadButtonsProps {
  filters: LogFilters;
  /** How many logs they leave. */
  count: number | undefined;
  book: Pick<LogBook, 'download'>;
}

function DownloadButtons({ filters, count, book }: DownloadButtonsProps) {
  const nameOf = (label: string) =>
    isFiltered(filters) ? MESSAGES.withCount(label, count) : label;
  const icon = <Download aria-hidden size={16} />;
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1 print:hidden">
      <Button
        variant="secondary"
        size="sm"
        icon={icon}
        onClick={() => book.download(filters, 'csv')}
      >
        {nameOf(MESSAGES.downloadCsv)}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        icon={icon}
        onClick={() => book.download(filters, 'json')}
      >
        {nameOf(MESSAGES.downloadJson)}
      </Button>
    </div>
  );
}
