import type { TextBlock } from '../split/split-document.ts';
import { isKnownWord } from '../words/known-words.ts';

/** Letters that fonts draw as one, and for which they may name no character. */
const JOINED_LETTERS = ['fi', 'ff', 'fl', 'ffi', 'ffl', 'ti', 'tt', 'ft', 'Th'];
/** A word with a character that means nothing where one of them was. */
const HOLED_WORD = /\p{L}*(?:(?![\t\n\r])[\p{Cc}\p{Co}\uFFFD]\p{L}*)+/gu;
const HOLE = /(?![\t\n\r])[\p{Cc}\p{Co}\uFFFD]/u;
const MAX_HOLES = 2;

/** Two to four pieces of letters, as a word is left by a font that sets one of its letters apart. */
const MAX_PIECES = 4;
const PIECES = /\p{L}+(?: \p{L}+)+/gu;
const LONE_WORDS = new Set(['a', 'A', 'I', 'O', 'o', 'y', 'e', 'u', 'à']);
/** Fewer split words, or a smaller share of all, may be names and abbreviations. */
const MIN_SPLITS = 8;
const MIN_SPLIT_SHARE = 0.004;
/** Letters of formulas stand alone too: a piece is one of words when it is mostly found in them. */
const MAX_FRAGMENT = 3;
const MIN_TIMES = 4;
const MIN_JOINED_SHARE = 0.7;
/** So many words are looked at to know whether a file splits its words. */
const MAX_JUDGED_WORDS = 20_000;

/** Text whose words are whole again, and the pages on which some are not. */
interface RepairedText {
  blocks: TextBlock[];
  /** Physical pages with words that may be misread, in order. */
  doubtfulPages: number[];
}

/**
 * Puts words right that a font has broken, where a dictionary leaves no doubt: joined letters that it
 * names no character for (`di?cult`), and words that it splits (`f inancial`).
 */
export function repairWords(blocks: readonly TextBlock[]): RepairedText {
  const filled = blocks.map((block) =>
    HOLE.test(block.text) ? { ...block, text: fillHoles(block.text) } : block,
  );
  const fragments = findFragments(filled);
  const repaired =
    fragments === undefined
      ? filled
      : filled.map((block) => ({ ...block, text: joinWords(block.text, fragments) }));
  const isDoubtful = (text: string) =>
    (text.match(HOLED_WORD) ?? []).some((word) => /\p{L}/u.test(word)) ||
    (fragments !== undefined && hasFragment(text, fragments));
  const pages = repaired.flatMap(({ text, page }) =>
    page !== undefined && isDoubtful(text) ? [page] : [],
  );
  return { blocks: repaired, doubtfulPages: [...new Set(pages)].toSorted((a, b) => a - b) };
}

/** A word keeps its hole when no letters, or more than one kind of them, make it a known one. */
function fillHoles(text: string): string {
  return text.replace(HOLED_WORD, (word) => {
    const parts = word.split(HOLE);
    if (parts.length - 1 > MAX_HOLES || parts.join('').length < 2) return word;
    const [known, ...more] = JOINED_LETTERS.map((letters) => parts.join(letters)).filter(
      isKnownWord,
    );
    return known === undefined || more.length > 0 ? word : known;
  });
}

/** Short pieces that words of the file are split into; undefined when it splits none. */
function findFragments(blocks: readonly TextBlock[]): ReadonlySet<string> | undefined {
  const seen = new Map<string, number>();
  const joined = new Map<string, number>();
  let words = 0;
  for (const { text } of blocks) {
    if (words > MAX_JUDGED_WORDS) break;
    words += text.split(' ').length;
    for (const [run] of text.matchAll(PIECES)) {
      const tokens = run.split(' ');
      const own = tokens.filter(isFragment);
      if (own.length === 0) continue;
      for (const fragment of own) count(seen, fragment);
      joinPieces(tokens, {
        found: (pieces) => {
          for (const fragment of pieces.filter(isFragment)) count(joined, fragment);
        },
      });
    }
  }
  const sure = [...joined].filter(
    ([fragment, times]) =>
      times >= MIN_TIMES && times >= (seen.get(fragment) ?? 0) * MIN_JOINED_SHARE,
  );
  const splits = sure.reduce((sum, [, times]) => sum + times, 0);
  const isSplitting = splits >= MIN_SPLITS && splits >= words * MIN_SPLIT_SHARE;
  return isSplitting ? new Set(sure.map(([fragment]) => fragment)) : undefined;
}

function isFragment(piece: string): boolean {
  return piece.length <= MAX_FRAGMENT && !isWord(piece);
}

function count(counts: Map<string, number>, piece: string): void {
  const key = piece.toLowerCase();
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The words with the pieces of each split one joined: of those with one of `fragments`, when they are known. */
function joinPieces(
  tokens: readonly string[],
  options: { fragments?: ReadonlySet<string>; found?: (pieces: readonly string[]) => void },
): string[] {
  const { fragments, found } = options;
  const words: string[] = [];
  for (let start = 0; start < tokens.length;) {
    let length = Math.min(MAX_PIECES, tokens.length - start);
    for (; length > 1; length--) {
      const pieces = tokens.slice(start, start + length);
      const isCandidate =
        fragments === undefined || pieces.some((piece) => isOneOf(piece, fragments));
      if (isCandidate && isSplitWord(pieces, tokens[start + length])) break;
    }
    const pieces = tokens.slice(start, start + length);
    if (length > 1) found?.(pieces);
    words.push(pieces.join(''));
    start += length;
  }
  return words;
}

/** `next` is what stands behind the pieces: the last of them may belong to it. */
function isSplitWord(pieces: readonly string[], next: string | undefined): boolean {
  const [first = '', ...rest] = pieces;
  const last = pieces.at(-1) ?? '';
  if (rest.some((piece) => !/^\p{Ll}+$/u.test(piece))) return false;
  if (pieces.every(isWord)) return false;
  // The piece that is no word belongs to its neighbours, not to words that stand by themselves.
  if (isWord(last) && isWord(pieces.slice(0, -1).join(''))) return false;
  if (isWord(first) && isWord(rest.join(''))) return false;
  const belongsToNext =
    next !== undefined && isFragment(last) && /^\p{Ll}/u.test(next) && isKnownWord(last + next);
  return !belongsToNext && isKnownWord(pieces.join(''));
}

function isWord(piece: string): boolean {
  return piece.length === 1 ? LONE_WORDS.has(piece) : isKnownWord(piece);
}

/** Joins what is left of unknown words too, when they were cut behind a letter at which others are. */
function joinWords(text: string, fragments: ReadonlySet<string>): string {
  return text.replace(PIECES, (run) => {
    const tokens = run.split(' ');
    if (!tokens.some((token) => isOneOf(token, fragments))) return run;
    const words: string[] = [];
    for (const word of joinPieces(tokens, { fragments })) {
      const before = words.at(-1);
      const isRest =
        before !== undefined &&
        isOneOf(before, fragments) &&
        /^\p{Ll}/u.test(word) &&
        !isWord(word);
      if (isRest) words[words.length - 1] = before + word;
      else words.push(word);
    }
    return words.join(' ');
  });
}

function isOneOf(piece: string, fragments: ReadonlySet<string>): boolean {
  return fragments.has(piece.toLowerCase());
}

function hasFragment(text: string, fragments: ReadonlySet<string>): boolean {
  return text.split(/[\s.,;:!?]+/).some((word) => isOneOf(word, fragments));
}
