import { z } from 'zod';
import { readJsonFile } from '../../platform/read-json-file.ts';
import { resourceFile } from '../../platform/read-resource-lines.ts';

export const factor = (meaning: string) => z.number().describe(meaning);
const share = (meaning: string) => z.number().min(0).max(1).describe(meaning);

/** What a file of weights was made by, of what, and when. */
export const aboutSchema = z.strictObject({
  script: z.string(),
  data: z.string(),
  date: z.iso.date(),
});

/** The logarithm of the odds that something answers. */
export const oddsSchema = z.strictObject({
  bias: factor('of one'),
  utility: factor('of the utility'),
  lead: factor('of the utility less that of the best that it competes with'),
});
export type Odds = z.infer<typeof oddsSchema>;

/** Utility of a section (conditional logit). */
const formulaSchema = z.strictObject({
  words: factor("of the section's share of the question's words"),
  centre: factor("of the cosine with the centre of the section's questions"),
  grams: factor('of its share of the runs of four letters of the question'),
  nearness: factor('of the cosine with the words of its nearest known questions'),
  odds: oddsSchema,
});
export type SectionFormula = z.infer<typeof formulaSchema>;

/** What finds the section that answers a question; every number is fitted by the script that `about` names. */
const sectionWeightsSchema = z.strictObject({
  about: aboutSchema,
  bm25: z.strictObject({
    k1: z.number().positive().describe('saturation of term frequency (Robertson and Zaragoza)'),
    b: share('how much the length of a section counts'),
  }),
  compared: z
    .int()
    .positive()
    .describe('sections, best by words and centre, that are compared by letters'),
  nearest: z
    .int()
    .positive()
    .describe('known questions of a section, most like the question, that count as near'),
  lightWord: share('share of its rarity that a word of every question counts'),
  withVectors: formulaSchema,
  wordsOnly: formulaSchema,
  /** Utility of what was asked before, by how much a question leans on it. */
  followUp: z.strictObject({
    question: factor('of its utility for the questions before'),
    source: factor('of the share of its source in what answered them'),
    next: factor('of the share of the section before it'),
    recency: share('of what a question before counts that the one before it counts'),
    questions: z.int().positive().describe('questions before that are looked at'),
    maxWords: z.int().positive().describe('words of a question that needs none before it'),
  }),
});
export type SectionWeights = z.infer<typeof sectionWeightsSchema>;

/** The chance in [0, 1] that something answers which is rated so, and so much better than what it competes with. */
export function measureChance(utility: number, lead: number, odds: Odds): number {
  return 1 / (1 + Math.exp(-(odds.bias + odds.utility * utility + odds.lead * lead)));
}

let loaded: SectionWeights | undefined;

/**
 * The fitted weights, read once.
 *
 * @throws StartupError that names the line at fault.
 */
export function loadSectionWeights(): SectionWeights {
  loaded ??= readJsonFile(resourceFile('section-weights.json'), sectionWeightsSchema);
  return loaded;
}
