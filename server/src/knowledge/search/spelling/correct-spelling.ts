import { STOP_WORDS } from '../../words/stop-words.ts';
import { toTerm } from '../../words/to-terms.ts';
import { tokenize } from '../../words/tokenize.ts';
import { editDistance } from './edit-distance.ts';
import type { Lexicon } from './lexicon.ts';

/** Shorter words are rather names and short forms than slips. */
const MIN_LETTERS = 5;
/** From so many letters on two slips in one word are believed. */
const TWO_SLIPS_MIN_LETTERS = 8;
/** The commonest words are never slips; common slips stand among the others. */
const WELL_KNOWN_RANK = 40_000;
/** So many times commoner a word has to be, for a rare one to be a slip of it. */
const COMMONER = 50;
const WORD = /^[a-z]+$/;
const TOKEN = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;

/** What spelling is judged by. */
export interface SpellingDeps {
  lexicon: Lexicon;
  /** How many passages hold each term. */
  readFrequencies(terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

interface Slip {
  word: string;
  candidates: { word: string; distance: number }[];
}

/**
 * The question with its misspelled words put right. Changed is only a word that English and the field
 * hardly know and no passage holds, and only into one that passages hold, or that says nothing and is
 * not searched. The fewest slips win, then the word that more passages hold.
 */
export async function correctSpelling(question: string, deps: SpellingDeps): Promise<string> {
  const slips = findSlips(question, deps.lexicon);
  if (slips.length === 0) return question;
  const words = slips.flatMap(({ word, candidates }) => [
    word,
    ...candidates.map((one) => one.word),
  ]);
  const frequencies = await deps.readFrequencies([...new Set(words.map(toTerm))]);
  const frequencyOf = (word: string) =>
    STOP_WORDS.has(word) ? Infinity : (frequencies.get(toTerm(word)) ?? 0);
  const corrections = new Map(
    slips.flatMap(({ word, candidates }) => {
      const [best] = candidates
        .filter((candidate) => frequencyOf(word) === 0 && frequencyOf(candidate.word) > 0)
        .toSorted((a, b) => a.distance - b.distance || frequencyOf(b.word) - frequencyOf(a.word));
      return best === undefined ? [] : [[word, best.word] as const];
    }),
  );
  return question.replace(TOKEN, (token) => corrections.get(tokenize(token)[0] ?? '') ?? token);
}

function findSlips(question: string, lexicon: Lexicon): Slip[] {
  return [...new Set(tokenize(question))]
    .filter((word) => word.length >= MIN_LETTERS && WORD.test(word))
    .filter((word) => lexicon.rankOf(word) > WELL_KNOWN_RANK)
    .map((word) => ({ word, candidates: listCandidates(word, lexicon) }))
    .filter(({ candidates }) => candidates.length > 0);
}

/** A first letter is seldom wrong, and looking at one letter's words alone is fast. */
function listCandidates(word: string, lexicon: Lexicon): Slip['candidates'] {
  const most = word.length >= TWO_SLIPS_MIN_LETTERS ? 2 : 1;
  const leastRank = Math.min(WELL_KNOWN_RANK, lexicon.rankOf(word) / COMMONER);
  return lexicon
    .startingWith(word.charAt(0))
    .filter((candidate) => lexicon.rankOf(candidate) <= leastRank)
    .map((candidate) => ({ word: candidate, distance: editDistance(word, candidate, most) }))
    .filter(({ distance }) => distance <= most);
}
