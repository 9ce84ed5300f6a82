import { z } from 'zod';
import { readJsonFile } from '../../platform/read-json-file.ts';
import { resourceFile } from '../../platform/read-resource-lines.ts';
import { aboutSchema, factor, oddsSchema } from './section-weights.ts';

/** What tells before their texts are read which passages are worth reading. */
const glanceSchema = z.strictObject({
  words: factor("of the passage's share of the question's words"),
  related: factor('of the same for what documents write for these words'),
  cosine: factor('of the cosine with the question'),
});
/** Utility of a passage, on the scale of sections' utilities. */
const formulaSchema = glanceSchema.extend({
  bias: factor('of one, beside sections'),
  grams: factor('of its share of the runs of four letters of the question'),
  close: factor(
    'of the share of its words that stand closest together or are written otherwise there',
  ),
  pairs: factor('of the share of its neighbouring words that are neighbours'),
  none: factor('utility of there being no answer, where there are no sections to compete with'),
  odds: oddsSchema,
  glance: glanceSchema,
});
export type PassageFormula = z.infer<typeof formulaSchema>;
export type Glance = z.infer<typeof glanceSchema>;

/** What rates a passage; every number is fitted by the script that `about` names. */
const passageWeightsSchema = z.strictObject({
  about: aboutSchema,
  withVectors: formulaSchema,
  wordsOnly: formulaSchema,
});
export type PassageWeights = z.infer<typeof passageWeightsSchema>;

let loaded: PassageWeights | undefined;

/**
 * The fitted weights, read once.
 *
 * @throws StartupError that names the line at fault.
 */
export function loadPassageWeights(): PassageWeights {
  loaded ??= readJsonFile(resourceFile('passage-weights.json'), passageWeightsSchema);
  return loaded;
}
