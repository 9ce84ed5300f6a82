import { readResourceLines, resourceFile } from '../../platform/read-resource-lines.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { toTerm } from '../words/to-terms.ts';
import { tokenize } from '../words/tokenize.ts';
import { editDistance } from './edit-distance.ts';
import { listThesaurusWords, readThesaurus, type ThesaurusEntry } from './thesaurus.ts';

/** Shorter words are more often names and short forms than slips. */
const MIN_LETTERS = 5;
/** Words of this length or more may have two slips. */
const TWO_SLIPS_MIN_LETTERS = 8;
/** The commonest words are never slips; common slips stand among the others. */
const WELL_KNOWN_RANK = 40_000;
/** How many times commoner a word has to be for a rare one to be a slip of it. */
const COMMONER = 50;
const WORD = /^[a-z]+$/;
const TOKEN = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;

/** What spelling is judged by. */
interface SpellingDeps {
  lexicon: Lexicon;
  /** How many passages hold each term. */
  readFrequencies(terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

interface Slip {
  word: string;
  candidates: { word: string; distance: number }[];
}

/** Rank of a word of the field: as certain as the commonest. */
const FIELD_RANK = 1;

/** Words of English and of the field. */
interface Lexicon {
  /** Rank of a word among the commonest, from 1; Infinity for a word that is none of them. */
  rankOf(word: string): number;
  /** Words that begin with the letter. */
  startingWith(letter: string): readonly string[];
}

/**
 * The question with its misspelled words put right. Changed is only a word that English and the field
 * hardly know and no passage holds, and only into one that passages hold, or that says nothing and is
 * not searched. The fewest slips win, then the word that more passages hold. Worth
 * half a point of the facts that families are told, few of whose questions have such a slip.
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
  const maxDistance = word.length >= TWO_SLIPS_MIN_LETTERS ? 2 : 1;
  const leastRank = Math.min(WELL_KNOWN_RANK, lexicon.rankOf(word) / COMMONER);
  return lexicon
    .startingWith(word.charAt(0))
    .filter((candidate) => lexicon.rankOf(candidate) <= leastRank)
    .map((candidate) => ({ word: candidate, distance: editDistance(word, candidate, maxDistance) }))
    .filter(({ distance }) => distance <= maxDistance);
}

/**
 * Stop words, the words that the thesaurus is written with, and the 80,000 commonest words of English,
 * whose list `npm run train -- common-words` writes.
 */
export function createLexicon(thesaurus: readonly ThesaurusEntry[] = readThesaurus()): Lexicon {
  const ranks = new Map<string, number>();
  const common = readResourceLines(resourceFile('common-words.txt'), WORD);
  for (const [index, word] of common.entries()) ranks.set(word, index + 1);
  for (const word of [...STOP_WORDS, ...listThesaurusWords(thesaurus)]) ranks.set(word, FIELD_RANK);
  const byFirstLetter = Map.groupBy(ranks.keys(), (word) => word.charAt(0));
  return {
    rankOf: (word) => ranks.get(word) ?? Infinity,
    startingWith: (letter) => byFirstLetter.get(letter) ?? [],
  };
}
