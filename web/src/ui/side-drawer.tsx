import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface SideDrawerProps {
  /** Which of how many it is. */
  place: string;
  labels: { previous: string; next: string; close: string };
  /** Undefined at either end. The arrow keys do the same, except where one writes. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
  /** What gets the focus afterwards. */
  returnFocus: () => HTMLElement | null;
  children: ReactNode;
}

/** One item of a list as a whole, beside the list; on a phone over all of it. */
export function SideDrawer(props: SideDrawerProps) {
  const { place, labels, onPrevious, onNext, onClose, returnFocus, children } = props;
  const headingId = useId();
  useArrowKeys({ ArrowLeft: onPrevious, ArrowRight: onNext });
  return (
    <Dialog place="side" labelledBy={headingId} onDismiss={onClose} returnFocus={returnFocus}>
      <div className="flex h-full flex-col">
        <header className="flex items-center gap-1 border-b border-line py-2 pr-3 pl-5">
          <h2 id={headingId} className="mr-auto text-lg">
            <output>{place}</output>
          </h2>
          <StepButton label={labels.previous} Icon={ChevronLeft} onStep={onPrevious} />
          <StepButton label={labels.next} Icon={ChevronRight} onStep={onNext} />
          <IconButton
            data-autofocus
            label={labels.close}
            icon={<X aria-hidden size={20} />}
            onClick={onClose}
          />
        </header>
        {children}
      </div>
    </Dialog>
  );
}

function useArrowKeys(handlers: Record<string, (() => void) | undefined>) {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      // With Alt they are the browser's own way back and forth.
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest('textarea, input')) return;
      handlers[event.key]?.();
    };
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, [handlers]);
}

interface StepButtonProps {
  label: string;
  Icon: typeof ChevronLeft;
  onStep: (() => void) | undefined;
}

/** At either end it stays where it is: a button that is disabled loses the focus. */
function StepButton({ label, Icon, onStep }: StepButtonProps) {
  return (
    <IconButton
      label={label}
      icon={<Icon aria-hidden size={20} />}
      aria-disabled={onStep === undefined}
      className="aria-disabled:cursor-not-allowed aria-disabled:text-disabled-ink"
      onClick={onStep}
    />
  );
}
