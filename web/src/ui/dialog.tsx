import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { joinClasses } from '../lib/join-classes.ts';

interface DialogProps {
  children: ReactNode;
  labelledBy: string;
  describedBy?: string;
  /** An alertdialog interrupts and asks. */
  role?: 'dialog' | 'alertdialog';
  /** Called for Esc and for a press outside. Without it the dialog cannot be left. */
  onDismiss?: () => void;
  /** In the middle, or over the whole height at the right. */
  place?: 'middle' | 'side';
  /** What gets the focus afterwards, instead of what had it before. */
  returnFocus?: () => HTMLElement | null;
  className?: string;
}

const PLACES = {
  middle: 'm-auto w-[calc(100%-2*var(--gutter))] overflow-auto rounded-lg border animate-rise',
  side: 'my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-2xl overflow-hidden border-l animate-rise',
};

/**
 * A modal on the browser's own `<dialog>`: it traps the focus, makes the page behind inert and
 * gives the focus back. Shown while it is mounted. The control marked `data-autofocus`
 * gets the focus, else the first one.
 */
export function Dialog(props: DialogProps) {
  const { children, labelledBy, describedBy, role, onDismiss, place = 'middle', className } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const findReturn = useEffectEvent(() => props.returnFocus?.());

  useEffect(() => {
    const dialog = ref.current;
    const focusedBefore = document.activeElement;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog?.close();
      const next = findReturn() ?? focusedBefore;
      if (next instanceof HTMLElement) next.focus();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      role={role}
      aria-modal
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      // With 'none' a second Esc does not close what the first one could not.
      {...{ closedby: onDismiss === undefined ? 'none' : 'any' }}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss?.();
      }}
      className={joinClasses(
        'border-line bg-surface p-0 text-ink shadow-3 backdrop:bg-scrim',
        PLACES[place],
        className,
      )}
    >
      {children}
    </dialog>
  );
}
