import { LoaderCircle } from 'lucide-react';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { isFocusNowhere } from '../lib/is-focus-nowhere.ts';
import { joinClasses } from '../lib/join-classes.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'ref'> {
  children: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** While busy the button is disabled, spins and says `busyLabel`; afterwards it has the focus back. */
  busy?: boolean;
  busyLabel?: string;
}

/** A drawn button is wide enough for both of its faces, so nothing jumps when it gets busy. */
export function Button(props: ButtonProps) {
  const { children, variant, size, icon, busy, busyLabel, className, disabled, ...rest } = props;
  const isDrawn = variant !== 'ghost' && variant !== 'danger-ghost';
  const label = (busy && busyLabel) || children;
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    if (!busy || document.activeElement !== button) return undefined;
    return () => {
      if (isFocusNowhere()) button?.focus();
    };
  }, [busy]);
  return (
    <button
      ref={ref}
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses(variant, size, className)}
    >
      {busy ? <Spinner size={size === 'sm' ? 16 : 18} /> : icon}
      {busyLabel !== undefined && isDrawn ? (
        <SizedLabel longest={longerOf(children, busyLabel)} leavesSpinnerRoom={!busy && !icon}>
          {label}
        </SizedLabel>
      ) : (
        <span>{label}</span>
      )}
    </button>
  );
}

interface SizedLabelProps {
  children: string;
  longest: string;
  /** Nothing stands where the spinner will. */
  leavesSpinnerRoom: boolean;
}

/** An invisible copy of the longest label, in a pseudo-element, keeps the width. */
function SizedLabel({ children, longest, leavesSpinnerRoom }: SizedLabelProps) {
  return (
    <span
      data-longest={longest}
      className={joinClasses(
        'grid justify-items-center after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-longest)]',
        leavesSpinnerRoom && 'after:px-3.25',
      )}
    >
      {children}
    </span>
  );
}

function longerOf(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

function Spinner({ size = 18 }: { size?: number }) {
  return (
    <LoaderCircle
      aria-hidden
      size={size}
      className="shrink-0 animate-spin [animation-duration:0.9s] motion-reduce:animate-none"
    />
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does, for those who do not see the icon. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
}

export function IconButton({ label, icon, size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={joinClasses(
        'inline-grid shrink-0 place-items-center rounded-sm hover:bg-surface-2',
        size === 'sm' ? 'size-control-sm pointer-coarse:size-control' : 'size-control',
        className,
      )}
    >
      {icon}
    </button>
  );
}

type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'ghost'
  | 'danger-ghost'
  | 'danger'
  | 'accent'
  | 'success'
  | 'failure';
type ButtonSize = 'sm' | 'md' | 'lg';

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
