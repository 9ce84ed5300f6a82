import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { TimedLog } from './log-filters.ts';

/** Rows that are drawn above and below the view, so that scrolling meets no blank ones. */
const OVERSCAN = 12;
/** What a row usually measures, until it is drawn and measured. */
const ROW_HEIGHT_PX = 92;
const FOLDED_ROW_HEIGHT_PX = 300;
const FOLDED = '(max-width: 899px)';

export interface RowWindow {
  /** Positions of the first row to draw and of the one after the last. */
  first: number;
  end: number;
  /** Heights that stand for the rows before and after them, in pixels. */
  heightBefore: number;
  heightAfter: number;
  /** Learns a row's real height; goes to each row as its `ref`. */
  measure: (row: HTMLElement | null) => void;
}

/** Which rows of a long table are near the view while the page scrolls. */
export function useRowWindow(
  logs: readonly TimedLog[],
  body: RefObject<HTMLElement | null>,
): RowWindow {
  const [bodyTop, setBodyTop] = useState(0);
  useLayoutEffect(() => {
    const learnTop = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      setBodyTop(Math.round(top + window.scrollY));
    };
    learnTop();
    window.addEventListener('resize', learnTop);
    return () => window.removeEventListener('resize', learnTop);
    // What stands above the table changes with the logs that it summarises.
  }, [body, logs]);
  // Asked once here: the virtualizer asks for the height of every single row.
  const usualHeight = matchMedia(FOLDED).matches ? FOLDED_ROW_HEIGHT_PX : ROW_HEIGHT_PX;
  // What it answers goes into this hook's own reply only, never into something memoised.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: logs.length,
    estimateSize: () => usualHeight,
    overscan: OVERSCAN,
    scrollMargin: bodyTop,
  });
  const rows = virtualizer.getVirtualItems();
  const firstRow = rows.at(0);
  const lastRow = rows.at(-1);
  return {
    first: firstRow?.index ?? 0,
    end: (lastRow?.index ?? -1) + 1,
    heightBefore: (firstRow?.start ?? bodyTop) - bodyTop,
    heightAfter: virtualizer.getTotalSize() - ((lastRow?.end ?? bodyTop) - bodyTop),
    measure: virtualizer.measureElement,
  };
}
