import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { readYamlFile } from '../../platform/read-yaml-file.ts';
import { StartupError } from '../../platform/startup-error.ts';
import type { VectorIdentity } from './embedding-model.ts';

/** What runs such models. */
const RUNTIME = '@huggingface/transformers';
/** The one that the product was tried with. */
const RUNTIME_VERSION = '4.3.1';
/** Weights by the file that holds them, the most exact first. */
const WEIGHTS = [
  { file: 'model.onnx', dtype: 'fp32' },
  { file: 'model_fp16.onnx', dtype: 'fp16' },
  { file: 'model_quantized.onnx', dtype: 'q8' },
] as const;
const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

const pooling = z.enum(['mean', 'cls', 'last_token']);
const familiesSchema = z.array(
  z.strictObject({ name: z.string(), pooling, question: z.string(), passage: z.string() }),
);
const configSchema = z.object({ hidden_size: z.int().positive() });
const promptsSchema = z.object({ prompts: z.record(z.string(), z.string()).default({}) });
const poolingSchema = z.object({
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(false),
  pooling_mode_lasttoken: z.boolean().default(false),
});

/** A sentence encoder as ONNX in a folder, and how it wants its texts. */
export interface OnnxModel {
  folder: string;
  /** File of the library that runs it. */
  runtime: string;
  dtype: (typeof WEIGHTS)[number]['dtype'];
  /** How the vectors of its tokens become one. */
  pooling: z.infer<typeof pooling>;
  prefixes: { question: string; passage: string };
  /** Holds a digest of the weights: vectors of others are never compared with these. */
  identity: VectorIdentity;
}

/**
 * Reads a folder as model hubs have them: `config.json`, the tokenizer's files and `onnx/model*.onnx`.
 * Pooling and prefixes are those of the folder's own `1_Pooling/config.json` and
 * `config_sentence_transformers.json`, else of its family.
 *
 * @throws StartupError when a file is missing, when nothing says how to pool, or when what runs such
 * models is not installed; with what to do.
 */
export function readOnnxModel(folder: string): OnnxModel {
  const name = basename(folder);
  const weights = WEIGHTS.find(({ file }) => existsSync(join(folder, 'onnx', file)));
  const lacking = NEEDED.filter((file) => !existsSync(join(folder, file)));
  if (weights === undefined) lacking.push(`onnx/(${WEIGHTS.map(({ file }) => file).join(' | ')})`);
  if (weights === undefined || lacking.length > 0) {
    throw new StartupError(
      `EMBEDDING_MODEL cannot be used. ${folder} lacks ${lacking.join(', ')}.`,
    );
  }
  const read = <S extends z.ZodType>(file: string, schema: S) =>
    existsSync(join(folder, file))
      ? readYamlFile(pathToFileURL(join(folder, file)), schema)
      : undefined;
  const families = readYamlFile(
    new URL('./encoder-families.yaml', import.meta.url),
    familiesSchema,
  );
  const family = families.find((known) => name.toLowerCase().includes(known.name));
  const prompts = read('config_sentence_transformers.json', promptsSchema)?.prompts;
  const own = read('1_Pooling/config.json', poolingSchema);
  const mode = own === undefined ? family?.pooling : modeOf(own);
  if (mode === undefined) {
    throw new StartupError(
      `EMBEDDING_MODEL cannot be used. ${folder} has no 1_Pooling/config.json that says mean, cls or last token, and ${name} is of no known family.`,
    );
  }
  const { hidden_size: dimensions } = readYamlFile(
    pathToFileURL(join(folder, 'config.json')),
    configSchema,
  );
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, 'onnx', weights.file)))
    .digest('hex')
    .slice(0, 8);
  return {
    folder,
    runtime: findRuntime(folder),
    dtype: weights.dtype,
    pooling: mode,
    prefixes: {
      question: prompts?.['query'] ?? family?.question ?? '',
      passage: prompts?.['passage'] ?? prompts?.['document'] ?? family?.passage ?? '',
    },
    identity: { name: `onnx/${name}-${digest}@${dimensions}`, dimensions },
  };
}

function modeOf(config: z.infer<typeof poolingSchema>): OnnxModel['pooling'] | undefined {
  if (config.pooling_mode_mean_tokens) return 'mean';
  if (config.pooling_mode_cls_token) return 'cls';
  return config.pooling_mode_lasttoken ? 'last_token' : undefined;
}

/** In the model's folder, so that no update of the product removes it; or wherever the product finds it. */
function findRuntime(folder: string): string {
  for (const from of [join(folder, 'config.json'), import.meta.filename]) {
    try {
      return createRequire(from).resolve(RUNTIME);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'))
        throw error;
    }
  }
  throw new StartupError(
    `EMBEDDING_MODEL needs ${RUNTIME}, which does not come with the product. Install it: npm install --ignore-scripts --prefix ${folder} ${RUNTIME}@${RUNTIME_VERSION}`,
  );
}
