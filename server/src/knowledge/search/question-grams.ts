import { z } from 'zod';
import { readJsonFile } from '../../platform/read-json-file.ts';
import { resourceFile } from '../../platform/read-resource-lines.ts';
import { tokenize } from '../words/tokenize.ts';
import type { SectionWeights } from './section-weights.ts';

/** Letters of a gram, blanks between words included: short enough for misspelt words, long enough for phrases. */
const GRAM_LENGTH = 4;

const languageSchema = z.strictObject({
  texts: z.int().positive().describe('sections with their known questions that were counted'),
  averageLength: z.number().positive().describe('grams of one of them'),
  held: z
    .record(z.string(), z.int().min(2))
    .describe('how many of them hold a gram, if several do'),
});
const questionGramsSchema = z.strictObject({
  about: z.strictObject({ script: z.string(), data: z.string(), date: z.iso.date() }),
  languages: z.record(z.string(), languageSchema),
});
/** How rare grams are in what people ask and in what answers it, in one language. */
export type GramRarity = z.infer<typeof languageSchema>;

let loaded: z.infer<typeof questionGramsSchema>['languages'] | undefined;

/**
 * Counted over what comes with the product, read once. Undefined for a language that nothing is known of.
 *
 * @throws StartupError that names the line at fault.
 */
export function loadGramRarity(language: string): GramRarity | undefined {
  loaded ??= readJsonFile(resourceFile('question-grams.json'), questionGramsSchema).languages;
  return loaded[language];
}

/** How often each gram occurs in a text, and how many grams it has in all. */
export interface GramCounts {
  frequencies: ReadonlyMap<string, number>;
  length: number;
}

/** The words of a text as its grams run over them, one blank apart. */
export function joinWords(text: string): string {
  return ` ${tokenize(text).join(' ')} `;
}

/** Counts runs of four letters in joined words: all of them, or those of a question alone, which is quicker. */
export function countGrams(joined: string, asked?: WeighedGrams): GramCounts {
  const frequencies = new Map<string, number>();
  const length = Math.max(0, joined.length - GRAM_LENGTH + 1);
  for (let start = 0; start < length; start++) {
    const gram = asked
      ? asked.byCode.get(codeAt(joined, start))
      : joined.slice(start, start + GRAM_LENGTH);
    if (gram !== undefined) frequencies.set(gram, (frequencies.get(gram) ?? 0) + 1);
  }
  return { frequencies, length };
}

/** A number for the gram that begins there; no two that occur in words are known to share one. */
function codeAt(joined: string, start: number): number {
  let code = 0;
  for (let at = start; at < start + GRAM_LENGTH; at++) {
    code = (Math.imul(code, 0x01000193) + joined.charCodeAt(at)) | 0;
  }
  return code;
}

/** A question's grams by their rarity, and the sum of that. */
export interface WeighedGrams {
  weights: ReadonlyMap<string, number>;
  byCode: ReadonlyMap<number, string>;
  whole: number;
}

/** Weighs each gram of a question once, by BM25's inverse document frequency; one that is not listed stands in one text. */
export function weighGrams(question: string, { texts, held }: GramRarity): WeighedGrams {
  const weights = new Map<string, number>();
  let whole = 0;
  for (const gram of countGrams(joinWords(question)).frequencies.keys()) {
    const count = held[gram] ?? 1;
    const weight = Math.log(1 + (texts - count + 0.5) / (count + 0.5));
    weights.set(gram, weight);
    whole += weight;
  }
  const byCode = new Map(weights.keys().map((gram) => [codeAt(gram, 0), gram]));
  return { weights, byCode, whole };
}

/** BM25 of a text for a question's grams, over their weight: at least 0, at most k1 + 1. */
export function measureGrams(
  { weights, whole }: WeighedGrams,
  { frequencies, length }: GramCounts,
  { bm25, averageLength }: Pick<SectionWeights, 'bm25'> & Pick<GramRarity, 'averageLength'>,
): number {
  const { k1, b } = bm25;
  const saturation = k1 * (1 - b + (b * length) / averageLength);
  let held = 0;
  for (const [gram, weight] of weights) {
    const frequency = frequencies.get(gram) ?? 0;
    held += (weight * frequency * (k1 + 1)) / (frequency + saturation);
  }
  return whole === 0 ? 0 : held / whole;
}
