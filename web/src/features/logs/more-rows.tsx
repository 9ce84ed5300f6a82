import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { MESSAGES } from './messages.ts';

/** So early that scrolling never meets the end. */
const REACH = '800px';

/** Asks for more rows when it comes near the view, or when it is pressed. */
export function MoreRows({ onReach }: { onReach: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onReach();
      },
      { rootMargin: REACH },
    );
    observer.observe(element);
    return () => observer.disconnect();
  });
  return (
    <div ref={ref} className="grid place-items-center border-t border-line p-4 print:hidden">
      <Button variant="ghost" size="sm" onClick={onReach}>
        {MESSAGES.more}
      </Button>
    </div>
  );
}
