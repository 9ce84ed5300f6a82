import { z } from 'zod';
import { readJsonFile } from '../../../platform/read-json-file.ts';
import { resourceFile } from '../../../platform/read-resource-lines.ts';
import { CARE_TOPICS, type CareTopic, CERTAINTIES, HELP_TOPICS, LIMITED } from '../care-topics.ts';
import { FEATURES, listFeatures, listWords, readSignals, RESPONSES } from './message-features.ts';

/** Where `npm run train -- care-weights` writes what it fitted. */
export const CARE_WEIGHTS = 'care-weights.json.gz';

/** Rows of so many numbers by their names, these among them: signed bytes, in base64, that count steps of one size. */
function tableSchema(length: number, names: readonly string[]) {
  return z
    .strictObject({ step: z.number().positive(), rows: z.record(z.string(), z.string()) })
    .transform(({ step, rows }) => {
      const read = ([name, row]: [string, string]) => {
        const bytes = new Int8Array(Buffer.from(row, 'base64'));
        return [name, new Float32Array(bytes).map((byte) => step * byte)] as const;
      };
      return new Map<string, Float32Array>(Object.entries(rows).map(read));
    })
    .refine((all) => [...names, ...all.keys()].every((name) => all.get(name)?.length === length));
}
const limitsSchema = z.record(z.enum(LIMITED), z.record(z.enum(CERTAINTIES), z.number()));
const careWeightsSchema = z.strictObject({
  about: z.strictObject({ script: z.string(), data: z.string(), date: z.iso.date() }),
  /** From which score on each is found; apart for Spanish, which is read in the English words of a glossary. */
  limits: z.strictObject({ en: limitsSchema, es: limitsSchema }),
  /** How much of the score of possible help the logarithm of the odds that the sources answer takes away. */
  outranking: z.number().positive(),
  /** What speaks for each topic against an ordinary message: a weight for each of `listFeatures`. */
  topics: tableSchema(FEATURES, CARE_TOPICS),
  words: tableSchema(RESPONSES, ['']),
});
/** What was fitted, as the server reads it and as the file holds it; `words` are `WordResponses`. */
export type CareWeights = z.infer<typeof careWeightsSchema>;
export type StoredCareWeights = z.input<typeof careWeightsSchema>;

/** @throws StartupError when the file is missing or broken. */
export function loadCareWeights(): CareWeights {
  return readJsonFile(resourceFile(CARE_WEIGHTS), careWeightsSchema);
}

/** The score of each topic, and of help whatever its topic: the natural logarithm of the odds against ordinary. */
export type Scores = Record<CareTopic | 'help', number>;

/** The scores of a message by topic; `vector` has the length 1. */
export function scoreMessage(
  { topics, words }: Pick<CareWeights, 'topics' | 'words'>,
  { text, vector }: { text: string; vector: Float32Array },
): Scores {
  const said = listWords(text);
  const features = listFeatures(said, vector, readSignals(words, said));
  const entries = CARE_TOPICS.map((topic) => {
    const weights = topics.get(topic);
    return [topic, features.reduce((sum, [at, value]) => sum + value * (weights?.[at] ?? 0), 0)];
  });
  const scores = Object.fromEntries(entries) as Record<CareTopic, number>;
  const odds = HELP_TOPICS.reduce((sum, topic) => sum + Math.exp(scores[topic]), 0);
  return { ...scores, help: Math.log(odds) };
}
