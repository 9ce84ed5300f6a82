import { LRUCache } from 'lru-cache';
import type { RelatedTerms } from '../words/thesaurus.ts';
import { termsOf, toTerms } from '../words/to-terms.ts';
import { tokenize } from '../words/tokenize.ts';
import type { Passage, PassageSource } from './passage.ts';
import type { Glance, PassageFormula } from './passage-weights.ts';
import {
  countGrams,
  type GramCounts,
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

/** A text as it is compared with questions. */
interface TextReading {
  grams: GramCounts;
  /** In reading order. */
  terms: readonly string[];
}

/** Reading a text takes longer than comparing it, and the same ones are read for many questions. 3,000 take about 45 MB. */
const readings = new LRUCache<string, TextReading>({
  max: 3_000,
  memoMethod(text) {
    const words = tokenize(text);
    return { grams: countGrams(words), terms: termsOf(words) };
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
    const { grams: held, terms } = readings.memo([source.title, ...headingPath, text].join('\n'));
    const { averageLength } = rarity ?? { averageLength: 1 };
    return {
      grams: grams === undefined ? 0 : measureGrams(grams, held, { bm25, averageLength }),
      close: measureClose(terms),
      pairs: measurePairs(terms),
    };
  };
}

/** The most of a question that so many words in a row hold, in its words or in related ones. */
function createCloseMeasure(words: WordWeights, related: RelatedTerms) {
  const whole = sum(words.values()) || 1;
  return (terms: readonly string[]): number => {
    const places = terms.flatMap((term, place) =>
      [term, ...(related.get(term) ?? [])]
        .filter((meant) => words.has(meant))
        .map((meant) => ({ meant, place, weight: words.get(meant) ?? 0 })),
    );
    const counts = new Map<string, number>();
    let first = 0;
    let held = 0;
    let most = 0;
    for (const { meant, place, weight } of places) {
      const count = counts.get(meant) ?? 0;
      counts.set(meant, count + 1);
      if (count === 0) held += weight;
      for (let left = places[first]; left && left.place <= place - CLOSE_WORDS;) {
        const rest = (counts.get(left.meant) ?? 0) - 1;
        counts.set(left.meant, rest);
        if (rest === 0) held -= left.weight;
        left = places[++first];
      }
      most = Math.max(most, held);
    }
    return most / whole;
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
