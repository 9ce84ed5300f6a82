import { z } from 'zod';
import { resourceFile } from '../../platform/read-resource-lines.ts';
import { readJsonFile } from '../../platform/read-json-file.ts';

/** A factor of something in [0, 1], in points of the score that it is added to. */
const weight = (meaning: string) => z.number().nonnegative().describe(meaning);
/** A share in [0, 1]. */
const share = (meaning: string) => z.number().min(0).max(1).describe(meaning);
const count = (meaning: string) => z.int().positive().describe(meaning);

/** Every measured number of deciding and composing, with its meaning. */
const rankingWeightsSchema = z.strictObject({
  about: z.strictObject({ script: z.string(), data: z.string(), date: z.iso.date() }),
  composing: z
    .strictObject({
      coverage: weight('share of the question that a piece holds'),
      context: weight('share that only the heading or the title holds'),
      asked: weight('share in what answers the known questions most like it'),
      first: weight('of the first piece of a section'),
      secondShare: share('from this share of the best score on the next piece leads with the best'),
      itemReach: weight('how far behind the best item of a list others are quoted with it'),
      listShare: share('with more than this share of its items a list is quoted whole'),
      enoughWords: count('words of an answer to which nothing more is added'),
      maxWords: count('words of an answer, unless a list needs more'),
    })
    .refine(
      ({ enoughWords, maxWords }) => enoughWords <= maxWords,
      'enoughWords is at most maxWords',
    ),
  beside: z.strictObject({
    minShare: share(
      "probability from which a second section is quoted, as a share of the best one's",
    ),
    maxWords: count('words quoted of it'),
  }),
  parts: z.strictObject({
    minProbability: share('from it in each half a question is two, though only one half asks'),
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
