import { joinClasses } from '../../lib/join-classes.ts';
import { MESSAGES } from './messages.ts';

interface FilterButtonProps {
  label: string;
  /** How many logs it shows; undefined until that is known. */
  count: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

/** One choice of a filter, with the number of logs behind it. */
export function FilterButton({ label, count, isChosen, onChoose }: FilterButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
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
        {count ?? MESSAGES.coming}
      </span>
    </button>
  );
}
