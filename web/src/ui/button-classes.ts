import { joinClasses } from '../lib/join-classes.ts';

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'ghost'
  | 'danger-ghost'
  | 'danger'
  | 'accent'
  | 'success'
  | 'failure';
export type ButtonSize = 'sm' | 'md' | 'lg';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-sm border font-semibold leading-[1.2] whitespace-nowrap no-underline ' +
  'transition-[background-color,border-color,transform] duration-(--dur-1) focus-visible:rounded-sm ' +
  'not-disabled:active:translate-y-px disabled:cursor-not-allowed aria-busy:cursor-progress';

const FILLED_DISABLED =
  'disabled:border-transparent disabled:bg-disabled disabled:text-disabled-ink';
const GHOST_DISABLED = 'disabled:bg-transparent disabled:text-disabled-ink';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: `border-transparent bg-primary text-on-primary hover:bg-primary-hover ${FILLED_DISABLED}`,
  secondary: `border-line-strong bg-surface text-ink hover:bg-surface-2 ${FILLED_DISABLED}`,
  ghost: `border-transparent text-ink-2 hover:bg-surface-2 hover:text-ink ${GHOST_DISABLED}`,
  'danger-ghost': `border-transparent text-danger hover:bg-danger-bg ${GHOST_DISABLED}`,
  danger: `border-transparent bg-danger-solid text-on-danger hover:bg-danger-solid-hover ${FILLED_DISABLED}`,
  accent: `border-transparent bg-accent text-on-accent hover:brightness-106 ${FILLED_DISABLED}`,
  success: 'border-success-line bg-success-bg text-success',
  failure: 'border-danger-line bg-danger-bg text-danger',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-control-sm px-3 text-sm pointer-coarse:min-h-control pointer-coarse:min-w-control',
  md: 'min-h-control px-4.5 text-md',
  lg: 'min-h-13 px-6 text-lg',
};

/** The look of a button, also for a link that is drawn as one. */
export function buttonClasses(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'md',
  className?: string,
): string {
  return joinClasses(BASE, VARIANTS[variant], SIZES[size], className);
}
