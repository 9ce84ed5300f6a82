import { type RefObject, useEffect, useRef } from 'react';

/** Gliding unless the person wants nothing to move by itself. */
export function scrollToEnd({ glides }: { glides: boolean }): void {
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const behavior = glides && !isReduced ? 'smooth' : 'instant';
  window.scrollTo({ top: document.documentElement.scrollHeight, behavior });
}

/**
 * A stored conversation opens at its end, and stays there while its fonts come, until the reader
 * scrolls up. An own question (its key) brings the end into view from anywhere; what then grows there
 * grows below it and moves nothing that is being read.
 */
export function useReadingPosition(
  listRef: RefObject<HTMLElement | null>,
  ownQuestionKey: string | null,
): void {
  const staysAtEnd = useRef(true);
  const isOpening = useRef(true);

  useEffect(() => {
    const list = listRef.current;
    if (list === null) return;
    let lastTop = window.scrollY;
    const noticeReader = () => {
      if (window.scrollY < lastTop) staysAtEnd.current = false;
      lastTop = window.scrollY;
    };
    const stay = new ResizeObserver(() => {
      if (staysAtEnd.current) scrollToEnd({ glides: false });
    });
    window.addEventListener('scroll', noticeReader, { passive: true });
    stay.observe(list);
    return () => {
      window.removeEventListener('scroll', noticeReader);
      stay.disconnect();
    };
  }, [listRef]);

  useEffect(() => {
    const glides = !isOpening.current;
    isOpening.current = false;
    if (ownQuestionKey === null) return;
    staysAtEnd.current = false;
    scrollToEnd({ glides });
  }, [ownQuestionKey]);
}
