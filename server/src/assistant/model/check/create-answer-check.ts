import type { Quote } from '../../compose/choose-quotes.ts';
import { readTextUnits } from '../../compose/text-unit.ts';
import type { NumberedPassage } from '../prompt/number-passages.ts';
import { isSupported, measureSharedWords } from './is-supported.ts';
import { isUnsafe, listAddresses } from './is-unsafe.ts';
import { readCitations } from './read-citations.ts';
import type { Piece } from './read-pieces.ts';
import { statesSomething } from './states-something.ts';

/** What the check found. */
export interface CheckedAnswer {
  /** What stands behind it, in the order of the shown numbers. */
  quotes: Quote[];
  /** Sentences shown that carry a citation, and sentences that were taken out. */
  cited: number;
  dropped: number;
}

/** Lets an answer's sentences through one by one, or keeps them back for good. */
export interface AnswerCheck {
  /** The text to show for a sentence, numbered in order of first use; empty when nothing is shown yet. */
  accept(piece: Piece): string;
  /** What was found up to now. */
  summary(): CheckedAnswer;
}

export interface CheckContext {
  passages: readonly NumberedPassage[];
  question: string;
  isForeign: boolean;
}

/**
 * Every claim must cite passages that exist and hold its figures and words; everything else must be a
 * harmless connection. A lead-in or heading waits until something follows it.
 */
export function createAnswerCheck(context: CheckContext): AnswerCheck {
  const { passages } = context;
  const known = listAddresses(
    passages.map(({ text }) => text),
    passages.flatMap(({ passage }) => passage.source.url ?? []),
  );
  const shownNumbers = new Map<number, number>();
  const support = new Map<number, string[]>();
  let held = '';
  let breaks = '';
  let hasShown = false;
  const counts = { cited: 0, dropped: 0 };

  function judge({ text: sentence }: Piece): string | null {
    const { text, numbers } = readCitations(sentence);
    if (text === '' || isUnsafe(sentence, known)) return null;
    if (numbers.length === 0) return statesSomething(text) ? null : text;
    const cited = passages.filter(({ n }) => numbers.includes(n));
    if (cited.length < numbers.length) return null;
    if (!isSupported(text, { ...context, cited })) return null;
    counts.cited += 1;
    for (const { n } of cited) support.set(n, [...(support.get(n) ?? []), text]);
    return `${text} ${cited.map(({ n }) => `[${showNumber(n)}]`).join('')}`;
  }

  function showNumber(n: number): number {
    const shown = shownNumbers.get(n) ?? shownNumbers.size + 1;
    shownNumbers.set(n, shown);
    return shown;
  }

  return {
    accept(piece) {
      const text = judge(piece);
      if (text === null) {
        counts.dropped += 1;
        if (piece.lead.includes('\n')) breaks = piece.lead;
        return '';
      }
      // A sentence whose line lost its beginning begins the line.
      const lead =
        hasShown || held !== ''
          ? piece.lead === ' ' && breaks
            ? breaks
            : piece.lead
          : piece.lead.trimStart();
      breaks = '';
      held += lead + text;
      if (text.endsWith(':') || piece.lead.includes('#')) return '';
      const shown = held;
      held = '';
      hasShown = true;
      return shown;
    },
    summary() {
      const quotes = [...shownNumbers.keys()].flatMap((n): Quote[] => {
        const own = passages.find((candidate) => candidate.n === n);
        return own === undefined ? [] : [quoteSupport(own, support.get(n) ?? [])];
      });
      return { quotes, ...counts };
    },
  };
}

/** The piece of the passage that stands closest to each sentence, in the passage's order. */
function quoteSupport({ passage }: NumberedPassage, sentences: readonly string[]): Quote {
  const units = readTextUnits(passage.text);
  const closest = sentences.flatMap((sentence) => {
    const scores = units.map(({ text }) => measureSharedWords(sentence, text));
    const best = Math.max(...scores);
    return best > 0 ? [units[scores.indexOf(best)]] : [];
  });
  return { passage, units: units.filter((unit) => closest.includes(unit)) };
}
