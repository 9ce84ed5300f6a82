import type { Logger } from 'pino';
import type { EmbeddingModel } from '../../../knowledge/embed/embedding-model.ts';

/** A classifier that is slower than this leaves the decision to the patterns. */
const TIMEOUT_MS = 1_000;

/**
 * Returns the label of a message, or null for an ordinary one. Never rejects: null, too, when it failed or
 * took too long.
 */
export type Classifier<Label> = (text: string, signal: AbortSignal) => Promise<Label | null>;

/** What a classifier works with. */
export interface ClassifierDeps {
  /** The bundled encoder, on whose vectors the classifiers were trained. */
  embeddings: Pick<EmbeddingModel, 'embed'>;
  log: Pick<Logger, 'warn'>;
  timeoutMs?: number;
}

/** A classifier of vectors. A failure is logged as the event `failure`, without the message. */
export function createClassifier<Label>(
  { embeddings, log, timeoutMs = TIMEOUT_MS }: ClassifierDeps,
  failure: string,
  classify: (
    text: string,
    embed: (texts: string[]) => Promise<Float32Array[]>,
  ) => Promise<Label | null>,
): Classifier<Label> {
  return async (text, signal) => {
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      return await classify(text, (texts) => embeddings.embed(texts, deadline));
    } catch (error) {
      if (!signal.aborted) log.warn({ event: failure, err: error });
      return null;
    }
  };
}

/** 32-bit floats, little-endian, as a file of trained weights holds them in base64. */
export function decodeFloats(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) =>
    bytes.readFloatLE(4 * index),
  );
}
