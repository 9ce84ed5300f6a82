import { LRUCache } from 'lru-cache';
import type { RelatedTerms } from '../words/thesaurus.ts';
import { termsOf, toTerms } from '../words/to-terms.ts';
import type { Passage, PassageSource } from './passage.ts';
import type { Glance, PassageFormula } from './passage-weights.ts';
import {
  countGrams,
  joinWords,
  loadGramRarity,
  measureGrams,
  weighGrams,
} from './question-grams.ts';
import type { WordWeights } from './question-terms.ts';
import { loadSectionWeights } from './section-weights.ts';

/** What a passage is rated by. */
export interface PassageFit extends TextFit {
  /** BM25 of the question's words, over their weight: at least 0, at most k1 + 1. */
  words: number;
  /** The same of what documents write for the question's words. */
  related: number;
  /** Of its vector and the question's, in [-1, 1]; 0 without. */
  cosine: number;
}

/** What only reading its headings and text tells. */
export interface TextFit {
  /** BM25 of the question's runs of letters, over their weight. */
  grams: number;
  /** Share of the question's words, by weight, that stand closest together in it or are written otherwise there, in [0, 1]. */
  close: number;
  /** Share of the question's neighbouring words, by weight, that are neighbours in it, too, in [0, 1]. */
  pairs: number;
}

/** Words without stop words that stand close together. Between 8 and 12 the known questions find about the same. */
const CLOSE_WORDS = 10;

/** Reading a text takes longer than comparing it, and the same ones are read for many questions. 3,000 take about 10 MB. */
const readings = new LRUCache<string, { joined: string; terms: readonly string[] }>({
  max: 3_000,
  memoMethod(text) {
    const joined = joinWords(text);
    return { joined, terms: termsOf(joined.trim().split(' ')) };
  },
});

/** How much the reading of a passage promises, and what its text is not needed for of its rating. */
export function glanceAtPassage(
  { words, related, cosine }: Omit<PassageFit, keyof TextFit>,
  weights: Glance,
): number {
  return weights.words * words + weights.related * related + weights.cosine * cosine;
}

/** How well a passage fits, to be compared with other passages and with sections. */
export function ratePassage(
  fit: PassageFit,
  formula: Omit<PassageFormula, 'none' | 'odds' | 'glance'>,
): number {
  return (
    formula.bias +
    glanceAtPassage(fit, formula) +
    formula.grams * fit.grams +
    formula.close * fit.close +
    formula.pairs * fit.pairs
  );
}

/** Measures how the texts of passages fit one question. */
export function createTextMeasure(asked: {
  question: string;
  language: string;
  words: WordWeights;
  related: RelatedTerms;
}): (
  passage: Pick<Passage, 'headingPath' | 'text'> & { source: Pick<PassageSource, 'title'> },
) => TextFit {
  const { bm25 } = loadSectionWeights();
  const rarity = loadGramRarity(asked.language);
  const grams = rarity && weighGrams(asked.question, rarity);
  const measureClose = createCloseMeasure(asked.words, asked.related);
  const measurePairs = createPairMeasure(toTerms(asked.question), asked.words);
  return ({ source, headingPath, text }) => {
    const { joined, terms } = readings.memo([source.title, ...headingPath, text].join('\n'));
    return {
      grams: grams ? measureGrams(grams, countGrams(joined, grams), { bm25, ...rarity }) : 0,
      close: measureClose(terms),
      pairs: measurePairs(terms),
    };
  };
}

/** The most of a question that so many words in a row hold, in its words or in related ones. */
function createCloseMeasure(words: WordWeights, related: RelatedTerms) {
  const meant = new Map<string, readonly string[]>(words.keys().map((word) => [word, [word]]));
  for (const [term, asked] of related) meant.set(term, [...(meant.get(term) ?? []), ...asked]);
  const whole = sum(words.values()) || 1;
  return (terms: readonly string[]): number => {
    const places = [...terms.keys()].filter((place) => meant.has(terms[place] ?? ''));
    const held = places.map((first) => {
      const near = places.filter((place) => place >= first && place < first + CLOSE_WORDS);
      const asked = new Set(near.flatMap((place) => meant.get(terms[place] ?? '') ?? []));
      return sum(asked.values().map((word) => words.get(word) ?? 0));
    });
    return Math.max(0, ...held) / whole;
  };
}

/** Which of the question's pairs of neighbouring words a text holds as such, by the weight of both (Metzler and Croft, 2005). */
function createPairMeasure(asked: readonly string[], words: WordWeights) {
  const weightOf = (term: string) => words.get(term) ?? 0;
  const weights = new Map(
    asked.slice(1).flatMap((second, index): [string, number][] => {
      const first = asked[index] ?? second;
      return first === second ? [] : [[`${first} ${second}`, weightOf(first) + weightOf(second)]];
    }),
  );
  const begins = new Set(asked);
  const whole = sum(weights.values()) || 1;
  return (terms: readonly string[]): number => {
    const pairs = terms.flatMap((term, place) =>
      begins.has(term) ? [`${term} ${terms[place + 1]}`] : [],
    );
    return sum(new Set(pairs).values().map((pair) => weights.get(pair) ?? 0)) / whole;
  };
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
