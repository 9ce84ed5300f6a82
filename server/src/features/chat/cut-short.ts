import type { Source } from '@pathway/contract/chat';
import type { Ending } from './answer-store.ts';

/** A mark of which only the beginning has been said, for example `[1`. */
const HALF_MARK = /\s*\[[\d, ]*$/;
const MARK = /\[(\d+(?:, ?\d+)*)\]/g;

/** What an answer had said when it was stopped, with the sources that it had cited by then. */
export function cutShort(said: Omit<Ending, 'status'>): Ending {
  const text = said.text.replace(HALF_MARK, '').trimEnd();
  const cited = citedNumbers(text);
  return {
    status: 'aborted',
    text,
    sources: said.sources.filter(({ n }: Source) => cited.has(n)),
    matches: said.matches,
  };
}

function citedNumbers(text: string): Set<number> {
  const marks = Array.from(text.matchAll(MARK), ([, numbers = '']) => numbers);
  return new Set(marks.flatMap((numbers) => numbers.split(',').map(Number)));
}
