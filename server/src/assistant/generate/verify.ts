import type { Words } from '../domain.ts';
import { type Quote, readTextUnits } from '../quote/text-unit.ts';
import type { Piece } from './read-pieces.ts';
import { isSupported, isUnsafe, listHosts, measureSharedWords } from './verify-sentence.ts';
import type { NumberedPassage } from './write-prompt.ts';

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

interface CheckContext {
  passages: readonly NumberedPassage[];
  question: string;
  isForeign: boolean;
  words: Words;
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

  function prefix(piece: Piece): string {
    const isFirst = counts.cited === 0 && held.length === 0;
    const own = piece.prefix === ' ' && lostBreak !== '' ? lostBreak : piece.prefix;
    return isFirst ? own.trimStart() : own;
  }

  return {
    accept(piece) {
      const verdict = judge.judge(piece);
      if (verdict.kind === 'dropped' || (verdict.kind === 'closing' && counts.cited === 0)) {
        counts.dropped += 1;
        held = held.filter(({ kind }) => kind !== 'short-answer');
        if (piece.prefix.includes('\n')) lostBreak = piece.prefix;
        return '';
      }
      const text = prefix(piece) + verdict.text;
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
  const { passages, words } = context;
  const direction = toDirection(words.offices);
  const hosts = listHosts(passages.flatMap(({ passage }) => passage.source.url ?? []));
  const shownNumbers = new Map<number, number>();
  const support = new Map<number, string[]>();

  function showNumber(n: number): number {
    const shown = shownNumbers.get(n) ?? shownNumbers.size + 1;
    shownNumbers.set(n, shown);
    return shown;
  }

  return {
    judge({ prefix, text: sentence }: Piece): Verdict {
      const { text, numbers } = readCitations(sentence);
      const cited = passages.filter(({ n }) => numbers.includes(n));
      const evidence = cited.map((passage) => passage.text).join('\n');
      if (text === '' || isUnsafe(text, { hosts, evidence, words })) return { kind: 'dropped' };
      if (numbers.length === 0) {
        const kind = readConnection(text, { isHeading: prefix.includes('#'), direction });
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

const BRACKET = /\s*\\?[[【]\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*\\?[\]】]/g;
const RANGE = /^(\d+)\s*[–-]\s*(\d+)$/;
/** A longer range cites nothing in particular. */
const RANGE_MAX = 4;

/** A sentence without its citation marks, and the passages it names, in order, each once. */
interface CitedText {
  text: string;
  numbers: number[];
}

/** Reads `[1]`, `[1, 2]`, `[1-3]` and `【1】`. A range of more than four is read as its two ends. */
function readCitations(sentence: string): CitedText {
  const numbers = new Set<number>();
  const text = sentence.replaceAll(BRACKET, (_mark, list: string) => {
    for (const entry of list.split(/[,;]/)) for (const n of readRange(entry.trim())) numbers.add(n);
    return '';
  });
  return { text: text.trim(), numbers: [...numbers] };
}

function readRange(entry: string): number[] {
  const range = RANGE.exec(entry);
  if (range === null) return [Number(entry)];
  const [from, to] = [Number(range[1]), Number(range[2])];
  if (to < from || to - from >= RANGE_MAX) return [from, to];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * What a sentence without a citation may be: an opening that waits for a cited sentence (a greeting, a
 * lead-in, a heading), a verdict that stands or falls with the next sentence (`No.`), or a closing
 * that only follows cited ones (a question back, an office to ask, what the sources do not say).
 */
type Connection = 'opening' | 'short-answer' | 'closing';

const FIGURE = /\d|[$€£%]/;
/** Nobody is asked for these, in whatever words. */
const PRIVATE =
  /\b(?:passwords?|passcodes?|codes?|social security|ssn|card|bank|account|click|log ?in)\b/i;
const GREETING =
  /^(?:hi|hello|hey|thanks|thank you|good question|great question|sure|of course)\b/i;
const SHORT_ANSWER =
  /^(?:yes|no|usually(?: not| yes)?|not always|not quite|not necessarily|it depends|partly|in part|sometimes)(?:,? [a-z]+)?[.!]$/i;
/** Sends the reader to somebody who decides, which is advice and no claim. */
function toDirection(offices: readonly string[]): RegExp {
  return new RegExp(
    `^(?:please |also |then |so )*(?:check|ask|confirm|talk|speak|verify)\\b.*\\b(?:${offices.join('|')})s?\\b`,
    'i',
  );
}
const GAP =
  /^(?:but |however,? |sadly,? )?(?:my|the|these) (?:passages|sources|documents)\b.{0,30}\b(?:do not|don['’]t|does not|doesn['’]t) (?:say|cover|tell|name|state|answer|mention|include)\b/i;
const GREETING_WORDS_MAX = 8;
const WORDS_MAX = 22;

/** The kind of connection that a sentence without a citation is; null for a claim. */
function readConnection(
  sentence: string,
  { isHeading, direction }: { isHeading: boolean; direction: RegExp },
): Connection | null {
  const plain = sentence.replaceAll(/[*_`]/g, '').trim();
  const words = plain.split(/\s+/).length;
  if (FIGURE.test(plain) || PRIVATE.test(plain) || words > WORDS_MAX) return null;
  if (SHORT_ANSWER.test(plain)) return 'short-answer';
  if (isHeading || plain.endsWith(':')) return 'opening';
  if (GREETING.test(plain) && words <= GREETING_WORDS_MAX) return 'opening';
  return plain.endsWith('?') || direction.test(plain) || GAP.test(plain) ? 'closing' : null;
}
