import { z } from 'zod';
import { readJsonFile } from '../../platform/read-json-file.ts';
import { resourceFile } from '../../platform/read-resource-lines.ts';
import { aboutSchema, factor, oddsSchema } from './section-weights.ts';

/** Utility of a passage, on the scale of sections' utilities. */
const formulaSchema = z.strictObject({
  bias: factor('of one, beside sections'),
  words: factor("of the passage's share of the question's words"),
  related: factor('of the same for what documents write for these words'),
  cosine: factor('of the cosine with the question'),
  grams: factor('of its share of the runs of four letters of the question'),
  together: factor(
    'of the share of its words that two neighbouring sentences hold or write otherwise',
  ),
  none: factor('utility of there being no answer, where there are no sections to compete with'),
  odds: oddsSchema,
});
export type PassageFormula = z.infer<typeof formulaSchema>;

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
