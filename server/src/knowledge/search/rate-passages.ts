import { LRUCache } from 'lru-cache';
import { splitSentences } from '../split/split-sentences.ts';
import type { RelatedTerms } from '../words/thesaurus.ts';
import { toTerms } from '../words/to-terms.ts';
import type { Passage } from './passage.ts';
import type { PassageFormula } from './passage-weights.ts';
import {
  countGrams,
  type GramCounts,
  type GramRarity,
  measureGrams,
  type WeighedGrams,
} from './question-grams.ts';
import { measureShare, type WordWeights } from './question-terms.ts';
import { loadSectionWeights } from './section-weights.ts';

/** What a passage is rated by. */
export interface PassageFit {
  /** BM25 of the question's words, over their weight: at least 0, at most k1 + 1. */
  words: number;
  /** The same of what documents write for the question's words. */
  related: number;
  /** Of its vector and the question's, in [-1, 1]; 0 without. */
  cosine: number;
  /** BM25 of its headings and text for the question's runs of letters, over their weight. */
  grams: number;
  /** Share of the question's words, by weight, that the best two neighbouring sentences hold or write otherwise, in [0, 1]. */
  together: number;
}

/** Reading a text takes longer than comparing it, and the same ones are read for many questions. 3,000 take about 40 MB. */
const counted = new LRUCache<string, GramCounts>({ max: 3_000, memoMethod: countGrams });
/** The terms of a text's sentences, for the same reason; 3,000 texts take about 10 MB. */
const sentences = new LRUCache<string, string[][]>({
  max: 3_000,
  memoMethod: (text) => splitSentences(text).map((sentence) => toTerms(sentence.text)),
});

/** How well a passage fits, to be compared with other passages and with sections. */
export function ratePassage(
  { words, related, cosine, grams, together }: PassageFit,
  formula: Omit<PassageFormula, 'none' | 'odds'>,
): number {
  return (
    formula.bias +
    formula.words * words +
    formula.related * related +
    formula.cosine * cosine +
    formula.grams * grams +
    formula.together * together
  );
}

/** How much of a question two neighbouring sentences of a passage hold at best, in its words or in related ones. */
export function measureTogether(
  { text }: Pick<Passage, 'text'>,
  asked: WordWeights,
  related: RelatedTerms,
): number {
  const own = sentences.memo(text);
  const shares = own.map((terms, index) => {
    const held = new Set([...terms, ...(own[index + 1] ?? [])]);
    const meant = [...held].flatMap((term) => [...(related.get(term) ?? [])]);
    return measureShare(asked, held.union(new Set(meant)));
  });
  return Math.max(0, ...shares);
}

/** How much of a question's runs of letters a passage and its headings hold. */
export function measurePassageGrams(
  { source, headingPath, text }: Pick<Passage, 'source' | 'headingPath' | 'text'>,
  asked: WeighedGrams,
  { averageLength }: Pick<GramRarity, 'averageLength'>,
): number {
  const counts = counted.memo([source.title, ...headingPath, text].join('\n'));
  return measureGrams(asked, counts, { bm25: loadSectionWeights().bm25, averageLength });
}
