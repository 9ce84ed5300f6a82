import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  children: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** While busy the button is disabled, spins and says `busyLabel`. */
  busy?: boolean;
  busyLabel?: string;
}

/** A drawn button is wide enough for both of its faces, so nothing jumps when it gets busy. */
export function Button(props: ButtonProps) {
  const { children, variant, size, icon, busy, busyLabel, className, disabled, ...rest } = props;
  const isDrawn = variant !== 'ghost' && variant !== 'danger-ghost';
  const label = (busy && busyLabel) || children;
  return (
    <button
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
