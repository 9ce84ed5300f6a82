import type * as Sdk from 'ai';
import type { ModelAddress } from '../../platform/models/model-address.ts';
import { loadEmbeddingModel, toModelError } from '../../platform/models/sdk-models.ts';
import type { EmbeddingModel, Encoder, VectorIdentity } from './embedding-model.ts';
import { shareCalls } from './share-calls.ts';

/** A hosted or local server's embedding model. `dimensions` asks for vectors of that length. */
export interface RemoteEncoderSettings {
  address: ModelAddress;
  dimensions: number | undefined;
}

/** Enough to be worth a request, and little to lose when one fails. */
const BATCH_SIZE = 64;
const QUESTION_TIMEOUT_MS = 1_500;
const PASSAGES_TIMEOUT_MS = 60_000;
/** After a refusal or a fault the SDK waits 2 s, 4 s, 8 s, or as long as the server asks, and tries again. */
const PASSAGE_RETRIES = 3;
/** Google's models distinguish questions from passages. Other providers ignore it. */
const TASKS = { question: 'RETRIEVAL_QUERY', passage: 'RETRIEVAL_DOCUMENT' } as const;

/**
 * An embedding model behind the AI SDK. Nothing is loaded and nobody is called before the first text.
 * The length of the vectors, which only a reply tells, is part of their name: vectors of two lengths
 * are never compared, even when a server puts another model behind the same name.
 */
export function createRemoteEncoder({ address, dimensions }: RemoteEncoderSettings): Encoder {
  const name = `${address.provider}/${address.model}`;
  let known: VectorIdentity | undefined;
  const closed = new AbortController();
  let loading: Promise<{ sdk: typeof Sdk; model: Sdk.EmbeddingModel }> | undefined;
  async function load() {
    const [sdk, model] = await Promise.all([import('ai'), loadEmbeddingModel(address)]);
    // Its warnings go to the console, outside our log.
    globalThis.AI_SDK_LOG_WARNINGS = false;
    return { sdk, model };
  }

  function createModel(use: keyof typeof TASKS): EmbeddingModel {
    const maxRetries = use === 'question' ? 0 : PASSAGE_RETRIES;
    return {
      batchSize: BATCH_SIZE,
      timeoutMs: QUESTION_TIMEOUT_MS,
      async identify(signal) {
        if (known === undefined) await this.embed(['How many dimensions?'], signal);
        if (known === undefined) throw new VectorsUnfit(`${name} answers no vectors.`);
        return known;
      },
      async embed(texts, signal) {
        if (texts.length === 0) return [];
        const { sdk, model } = await (loading ??= load());
        const timeout = AbortSignal.timeout(PASSAGES_TIMEOUT_MS);
        const abortSignal = AbortSignal.any([signal, closed.signal, timeout]);
        try {
          const { embeddings } = await sdk.embedMany({
            model,
            // Servers refuse texts without a word.
            values: texts.map((text) => text.trim() || '.'),
            ...(dimensions !== undefined && { dimensions }),
            maxRetries,
            maxParallelCalls: 1,
            abortSignal,
            providerOptions: { google: { taskType: TASKS[use] } },
          });
          const vectors = checkVectors(embeddings, { name, count: texts.length, dimensions });
          const length = vectors[0]?.length ?? 0;
          const changed = known !== undefined && known.dimensions !== length;
          known = { name: `${name}@${length}`, dimensions: length };
          if (changed) {
            forQuestions.forget();
            throw new VectorsUnfit(`${name} changed to ${length} dimensions.`);
          }
          return vectors;
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof VectorsUnfit) throw error;
          // The SDK's own errors carry the texts, which belong into no log.
          const cause = sdk.RetryError.isInstance(error) ? error.lastError : error;
          throw toModelError(cause, sdk);
        }
      },
    };
  }

  const forQuestions = shareCalls(createModel('question'));
  return {
    forQuestions,
    forPassages: createModel('passage'),
    close() {
      closed.abort(new Error('The encoder was closed.'));
      return Promise.resolve();
    },
  };
}

/** A server's reply is no set of vectors that can be kept. */
class VectorsUnfit extends Error {
  override readonly name = 'VectorsUnfit';
}

function checkVectors(
  embeddings: readonly (readonly number[])[],
  wanted: { name: string; count: number; dimensions: number | undefined },
): Float32Array[] {
  const length = wanted.dimensions ?? embeddings[0]?.length ?? 0;
  if (embeddings.length !== wanted.count) {
    throw new VectorsUnfit(
      `${wanted.name} answered ${embeddings.length} vectors to ${wanted.count} texts.`,
    );
  }
  const odd = embeddings.find((vector) => vector.length !== length || length === 0);
  if (odd !== undefined) {
    throw new VectorsUnfit(
      `${wanted.name} answers vectors of ${odd.length} dimensions where ${length} were expected. Does it know EMBEDDING_DIMENSIONS?`,
    );
  }
  if (embeddings.some((vector) => !vector.every(Number.isFinite))) {
    throw new VectorsUnfit(`${wanted.name} answers vectors that hold no numbers.`);
  }
  return embeddings.map((vector) => Float32Array.from(vector));
}
