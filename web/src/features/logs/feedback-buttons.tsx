import { useMemo } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { countByFeedback, type FeedbackFilter, type TimedLog } from './log-filters.ts';
import { MESSAGES } from './messages.ts';

interface FeedbackButtonsProps {
  chosen: FeedbackFilter;
  onChoose: (feedback: FeedbackFilter) => void;
  logs: readonly TimedLog[];
}

export function FeedbackButtons({ chosen, onChoose, logs }: FeedbackButtonsProps) {
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
            onClick={() => onChoose(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface FilterButtonProps {
  label: string;
  count: number;
  isChosen: boolean;
  onClick: () => void;
}

function FilterButton({ label, count, isChosen, onClick }: FilterButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={joinClasses(
        'inline-flex min-h-control items-center gap-2 rounded-full border pr-2 pl-3 text-sm font-semibold focus-visible:rounded-full md:pointer-fine:min-h-control-sm',
        isChosen
          ? 'border-primary bg-primary text-on-primary'
          : 'border-line-strong bg-surface text-ink-2 hover:bg-surface-2',
      )}
    >
      {label}{' '}
      <span
        className={joinClasses(
          'rounded-full px-2 py-1 text-2xs leading-none tabular-nums',
          isChosen ? 'bg-on-primary/18' : 'bg-surface-2',
        )}
      >
        {count}
      </span>
    </button>
  );
}
