import { type MouseEvent, useEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import { FailureBox } from '../state-box.tsx';
import { MESSAGES } from './messages.ts';

interface FailedListProps {
  text: string;
  onTryAgain: (event: MouseEvent) => void;
}

/** Stands in a card in place of a list that failed. */
export function FailedList({ text, onTryAgain }: FailedListProps) {
  return (
    <FailureBox text={text}>
      <Button variant="secondary" onClick={onTryAgain}>
        {MESSAGES.tryAgain}
      </Button>
    </FailureBox>
  );
}

/**
 * Asks for a list again. While that loads, the button is gone and the page has its focus; then the first
 * button of the card has it.
 */
export function useTryAgain(query: { isPending: boolean; refetch: () => Promise<unknown> }) {
  const waiting = useRef<{ card: Element | null; page: HTMLElement | null } | null>(null);
  useEffect(() => {
    if (query.isPending || waiting.current === null) return;
    const { card, page } = waiting.current;
    waiting.current = null;
    if (document.activeElement === page) card?.querySelector('button')?.focus();
  }, [query.isPending]);
  return ({ currentTarget }: MouseEvent) => {
    const page = currentTarget.closest('main');
    waiting.current = { card: currentTarget.closest('section'), page };
    page?.focus({ preventScroll: true });
    void query.refetch();
  };
}
