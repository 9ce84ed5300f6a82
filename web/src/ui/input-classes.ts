/** The look of every text input; `sm` for the dense rows of a table. */
export const INPUT_CLASSES =
  'w-full min-h-control rounded-sm border border-line-strong bg-surface px-3 py-2 text-base leading-[1.4] text-ink ' +
  'hover:border-ink-3 focus-visible:rounded-sm focus-visible:border-focus focus-visible:-outline-offset-1 ' +
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger';

export const SMALL_INPUT_CLASSES =
  'w-full min-w-0 min-h-control-sm rounded-sm border border-line-strong bg-surface px-2.5 py-1 text-sm text-ink ' +
  'pointer-coarse:min-h-control pointer-coarse:text-base ' +
  'hover:border-ink-3 focus-visible:rounded-sm focus-visible:border-focus focus-visible:-outline-offset-1 ' +
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger';
