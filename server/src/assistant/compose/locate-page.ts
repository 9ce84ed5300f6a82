import type { Passage } from '../../knowledge/search/passage.ts';

/** A page by its number from 1 and its printed label; nulls in a source without pages. */
export interface Page {
  page: number | null;
  pageLabel: string | null;
}

/** The page on which the text stands that begins at `start` of the passage, in UTF-16 units. */
export function locatePage({ page, pageLabel, pageTurns = [] }: Passage, start: number): Page {
  return pageTurns.findLast((turn) => turn.start <= start) ?? { page, pageLabel };
}
