import { z } from 'zod';
import { resourceFile } from '../../platform/read-resource-lines.ts';
import { readJsonFile } from '../../platform/read-json-file.ts';

/** A factor of something in [0, 1], in points of the score that it is added to. */
const weight = (meaning: string) => z.number().nonnegative().describe(meaning);
/** A share in [0, 1]. */
const share = (meaning: string) => z.number().min(0).max(1).describe(meaning);
const count = (meaning: string) => z.int().positive().describe(meaning);
const limit = (meaning: string) => z.number().describe(meaning);

const fusionSchema = z.strictObject({
  bm25: weight('BM25 of the question as asked, stretched over the candidates to [0, 1]'),
  expandedBm25: weight('the same with related words'),
  cosine: weight('cosine of the vectors, stretched likewise'),
});

const searchSchema = z.strictObject({
  bm25: z.strictObject({
    k1: z.number().positive().describe('saturation of term frequency (Robertson and Zaragoza)'),
    b: share('how much the length of a passage counts'),
  }),
  related: z.strictObject({
    thesaurus: share('share of its own weight that a word of the thesaurus is searched with'),
    neighbour: share('the same for a word neighbour'),
    maxNeighbours: count('neighbours of one word that are searched'),
  }),
  concepts: z.strictObject({
    thesaurus: share('share of a concept that a word of the thesaurus stands for'),
    neighbour: share('the same for a word neighbour'),
    lightWord: share('share of its rarity that a word of every question counts'),
  }),
  toRead: fusionSchema.describe('chooses the candidates whose text is read'),
  toRank: fusionSchema.describe('how much the same counts once they are read'),
  rerank: z.strictObject({
    passage: weight('share of the question that the whole passage holds'),
    twoSentences: weight('the same of its best two sentences'),
    sentence: weight('the same of its best sentence'),
    nearness: weight('how near to each other it holds what is near in the question'),
    heading: weight('share of the question that the nearest heading holds'),
    namedHeading: weight('share of the heading that the question names'),
    source: weight('how well its source does, as a share of the best source'),
    sourcePassages: count('best passages that a source is judged by'),
    questionReach: count('words of a question at most so far apart belong together'),
    passageReach: count('the same in a passage'),
  }),
  tag: weight('added to a passage whose source carries a tag that the question names'),
});

const bandSchema = z
  .strictObject({
    closest: limit('value at which the best passage answers with a chance of .15'),
    answered: limit('value at which it answers with one of .5'),
  })
  .refine(({ closest, answered }) => closest <= answered, 'closest is at most answered');

/** Every measured number of search and composing, with its meaning. */
export const rankingWeightsSchema = z.strictObject({
  about: z.strictObject({ script: z.string(), data: z.string(), date: z.iso.date() }),
  search: searchSchema,
  composing: z
    .strictObject({
      coverage: weight('share of the question that a piece holds'),
      context: weight('share that only the heading or the title holds'),
      evidence: weight('share of the asked kinds of evidence that it holds'),
      passage: weight("its passage's score, as a share of the section's best one"),
      opening: weight("its heading's share of the question, for the first piece of a section"),
      withoutEvidence: weight('taken from a piece that holds nothing of the kind asked for'),
      next: weight('added to the piece after the first one, where that is the best'),
      itemReach: weight('how far behind the best item of a list others are quoted with it'),
      listShare: share('with more than this share of its items a list is quoted whole'),
      enoughWords: count('words of an answer to which nothing more is added'),
      maxWords: count('words of an answer, unless a list needs more'),
    })
    .refine(
      ({ enoughWords, maxWords }) => enoughWords <= maxWords,
      'enoughWords is at most maxWords',
    ),
  bands: z.strictObject({
    withVectors: bandSchema,
    wordsOnly: bandSchema,
    words: weight("BM25 as a share of the weight of the question's words"),
    coverage: weight('share of the question that the passage holds'),
    usualTerms: count('words of a question whose length changes nothing'),
    lengthPower: z.number().describe('power of the length, as a share of the usual one'),
  }),
  decision: z
    .strictObject({
      sure: share('from this probability of the best section on a question is answered'),
      floor: share('below it nothing is covered; in between the section may not fit'),
    })
    .refine(({ sure, floor }) => floor <= sure, 'floor is at most sure'),
  suggestions: z.strictObject({
    minShare: share("probability of a section that is offered, as a share of the best one's"),
    minProbability: share('below it a section is about something else'),
  }),
});
export type RankingWeights = z.infer<typeof rankingWeightsSchema>;
export type SearchWeights = RankingWeights['search'];

let loaded: RankingWeights | undefined;

/**
 * The measured weights, read once.
 *
 * @throws StartupError that names the line at fault.
 */
export function loadRankingWeights(): RankingWeights {
  loaded ??= readJsonFile(resourceFile('ranking-weights.json'), rankingWeightsSchema);
  return loaded;
}
