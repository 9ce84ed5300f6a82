import type { Quote } from '../../compose/choose-quotes.ts';
import { readTextUnits } from '../../compose/text-unit.ts';
import type { NumberedPassage } from '../prompt/number-passages.ts';
import { isSupported, measureSharedWords } from './is-supported.ts';
import { isUnsafe, listHosts } from './is-unsafe.ts';
import { readCitations } from './read-citations.ts';
import { readConnection, type Connection } from './read-connection.ts';
import type { Piece } from './read-pieces.ts';

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

/** What the check makes of a sentence. */
type Verdict = { kind: 'cited' | Connection; text: string } | { kind: 'dropped' };

/**
 * Every claim must cite passages that exist and hold its figures and words; everything else must be a
 * harmless connection. Nothing is shown before the first cited sentence, and an opening never without
 * one behind it.
 */
export function createAnswerCheck(context: CheckContext): AnswerCheck {
  const judge = createJudge(context);
  const counts = { cited: 0, dropped: 0 };
  /** Openings that wait, and the line break that a lost sentence leaves to the next one of its line. */
  let held: { kind: Connection; text: string }[] = [];
  let lostBreak = '';

  function lead(piece: Piece): string {
    const isFirst = counts.cited === 0 && held.length === 0;
    const own = piece.lead === ' ' && lostBreak !== '' ? lostBreak : piece.lead;
    return isFirst ? own.trimStart() : own;
  }

  return {
    accept(piece) {
      const verdict = judge.judge(piece);
      if (verdict.kind === 'dropped' || (verdict.kind === 'closing' && counts.cited === 0)) {
        counts.dropped += 1;
        held = held.filter(({ kind }) => kind !== 'short-answer');
        if (piece.lead.includes('\n')) lostBreak = piece.lead;
        return '';
      }
      const text = lead(piece) + verdict.text;
      lostBreak = '';
      if (verdict.kind === 'opening' || verdict.kind === 'short-answer') {
        held.push({ kind: verdict.kind, text });
        return '';
      }
      if (verdict.kind === 'closing') return text;
      counts.cited += 1;
      const waited = held.map((opening) => opening.text).join('');
      held = [];
      return waited + text;
    },
    summary: () => ({ quotes: judge.quotes(), ...counts }),
  };
}

/** Judges sentences one by one, and keeps what the cited ones stand on. */
function createJudge(context: CheckContext) {
  const { passages } = context;
  const hosts = listHosts(passages.flatMap(({ passage }) => passage.source.url ?? []));
  const shownNumbers = new Map<number, number>();
  const support = new Map<number, string[]>();

  function showNumber(n: number): number {
    const shown = shownNumbers.get(n) ?? shownNumbers.size + 1;
    shownNumbers.set(n, shown);
    return shown;
  }

  return {
    judge({ lead, text: sentence }: Piece): Verdict {
      const { text, numbers } = readCitations(sentence);
      const cited = passages.filter(({ n }) => numbers.includes(n));
      const evidence = cited.map((passage) => passage.text).join('\n');
      if (text === '' || isUnsafe(text, { hosts, evidence })) return { kind: 'dropped' };
      if (numbers.length === 0) {
        const kind = readConnection(text, lead.includes('#'));
        return kind === null ? { kind: 'dropped' } : { kind, text };
      }
      const isKnown = cited.length === numbers.length;
      if (!isKnown || !isSupported(text, { ...context, cited })) return { kind: 'dropped' };
      for (const { n } of cited) support.set(n, [...(support.get(n) ?? []), text]);
      const inOrder = numbers.map((n) => `[${showNumber(n)}]`).join('');
      return { kind: 'cited', text: `${text} ${inOrder}` };
    },
    quotes: () =>
      [...shownNumbers.keys()].flatMap((n): Quote[] => {
        const own = passages.find((candidate) => candidate.n === n);
        return own === undefined ? [] : [quoteSupport(own, support.get(n) ?? [])];
      }),
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
