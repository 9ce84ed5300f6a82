import { ArrowDown } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../../lib/language/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { MESSAGES } from '../messages.ts';
import { scrollToEnd } from './use-reading-position.ts';

interface JumpToNewestProps {
  listRef: RefObject<HTMLElement | null>;
  /** The pressed button goes away with the end in view. */
  onJumped: () => void;
}

/** A button above the composer while the end of the conversation is out of view. */
export function JumpToNewest({ listRef, onJumped }: JumpToNewestProps) {
  const messages = useMessages(MESSAGES);
  const placeRef = useRef<HTMLDivElement>(null);
  const isEndBelow = useIsEndBelow(listRef, placeRef);

  function jump() {
    scrollToEnd({ glides: true });
    onJumped();
  }

  return (
    <div
      ref={placeRef}
      className="sticky bottom-(--composer-height) z-(--z-sticky) flex h-0 items-end justify-center"
    >
      {isEndBelow && (
        <Button
          variant="secondary"
          size="sm"
          icon={<ArrowDown aria-hidden size={16} />}
          onClick={jump}
          className="rounded-full! shadow-2"
        >
          {messages.jumpToNewest}
        </Button>
      )}
    </div>
  );
}

/** Whether the last row of the last turn ends below the place where the visible part ends. */
function useIsEndBelow(
  listRef: RefObject<HTMLElement | null>,
  placeRef: RefObject<HTMLElement | null>,
): boolean {
  const [isBelow, setIsBelow] = useState(false);

  useEffect(() => {
    const list = listRef.current;
    if (list === null) return;
    const look = () => {
      const end = list.lastElementChild?.lastElementChild?.getBoundingClientRect().bottom ?? 0;
      setIsBelow(end > (placeRef.current?.getBoundingClientRect().bottom ?? 0));
    };
    const watch = new ResizeObserver(look);
    watch.observe(list);
    const until = new AbortController();
    const options = { passive: true, signal: until.signal };
    window.addEventListener('scroll', look, options);
    window.addEventListener('resize', look, options);
    return () => {
      watch.disconnect();
      until.abort();
    };
  }, [listRef, placeRef]);

  return isBelow;
}
