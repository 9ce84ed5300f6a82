import { type RefObject, useEffect, useRef } from 'react';

/** A reader this close to the end, in pixels, wants to see what comes next. */
const NEAR_END_PX = 120;

/** A growing answer grows line by line; to glide after each line would draw the page many times. */
const LINES_PX = 64;

const page = (): HTMLElement => document.documentElement;

function gapBelow(): number {
  const { scrollHeight, scrollTop, clientHeight } = page();
  return scrollHeight - scrollTop - clientHeight;
}

function scrollToEnd(behavior: ScrollBehavior): void {
  window.scrollTo({ top: page().scrollHeight, behavior });
}

function glideUnlessReduced(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

/**
 * Keeps the end of the page in view while the list grows, until the reader scrolls up. An own
 * question (its key) brings the end back; the first time it is simply there.
 */
export function useFollowNewest(
  listRef: RefObject<HTMLElement | null>,
  ownQuestionKey: string | null,
): void {
  const follows = useRef(true);

  useEffect(() => {
    const list = listRef.current;
    if (list === null) return;
    let isFirst = true;
    let lastTop = window.scrollY;

    const noticeReader = () => {
      const goesUp = window.scrollY < lastTop;
      lastTop = window.scrollY;
      // On its own way down the page is far from the end for a moment.
      if (gapBelow() <= NEAR_END_PX) follows.current = true;
      else if (goesUp) follows.current = false;
    };
    const follow = new ResizeObserver(() => {
      const jumps = isFirst || gapBelow() <= LINES_PX;
      if (follows.current) scrollToEnd(jumps ? 'instant' : glideUnlessReduced());
      isFirst = false;
    });

    window.addEventListener('scroll', noticeReader, { passive: true });
    follow.observe(list);
    return () => {
      window.removeEventListener('scroll', noticeReader);
      follow.disconnect();
    };
  }, [listRef]);

  useEffect(() => {
    if (ownQuestionKey === null) return;
    follows.current = true;
    scrollToEnd(glideUnlessReduced());
  }, [ownQuestionKey]);
}
