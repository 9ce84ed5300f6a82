import type { Logger } from 'pino';
import type { EmbeddingModel } from '../../knowledge/embed/embedding-model.ts';

/** After this silence the patterns' word stands alone. */
const PATIENCE_MS = 1_000;

/** What a message sounds like, or null for nothing. Never rejects: null, too, when nothing could tell. */
export type Sense<Heard> = (text: string, signal: AbortSignal) => Promise<Heard | null>;

/** What a sense hears with. */
export interface SenseDeps {
  /** The bundled encoder, whose vectors the senses were taught with. */
  embeddings: Pick<EmbeddingModel, 'embed'>;
  log: Pick<Logger, 'warn'>;
  patienceMs?: number;
}

/** Hears by the meaning of a message. A failure is logged as `failure`, without the message. */
export function createSense<Heard>(
  { embeddings, log, patienceMs = PATIENCE_MS }: SenseDeps,
  failure: string,
  hear: (
    text: string,
    embed: (texts: string[]) => Promise<Float32Array[]>,
  ) => Promise<Heard | null>,
): Sense<Heard> {
  return async (text, signal) => {
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
      return await hear(text, (texts) => embeddings.embed(texts, deadline));
    } catch (error) {
      if (!signal.aborted) log.warn({ event: failure, err: error });
      return null;
    }
  };
}
