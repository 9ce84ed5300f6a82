import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EmbeddingModel } from './embedding-model.ts';

interface Call {
  vectors: Promise<Float32Array[]>;
  waiting: number;
  stop: AbortController;
}

/** Calls whose vectors are kept: about 1 MB. */
const MAX_KEPT = 500;

/**
 * The model with one call for all who ask for the same texts at the same time or again, as search and the
 * guards do with a question. The call ends early only when nobody waits for it any more. `forget` drops
 * the vectors that are kept.
 */
export function shareCalls(model: EmbeddingModel): EmbeddingModel & { forget(): void } {
  const running = new Map<string, Call>();
  const kept = new LRUCache<string, Float32Array[]>({ max: MAX_KEPT });

  function start(key: string, texts: readonly string[]): Call {
    const stop = new AbortController();
    const end = () => {
      if (running.get(key) === call) running.delete(key);
    };
    const vectors = model.embed(texts, stop.signal).finally(end);
    vectors.then((done) => kept.set(key, done)).catch(() => undefined);
    stop.signal.addEventListener('abort', end, { once: true });
    const call = { vectors, waiting: 0, stop };
    running.set(key, call);
    return call;
  }

  return {
    ...model,
    forget: () => kept.clear(),
    async embed(texts, signal) {
      signal.throwIfAborted();
      // A digest: what people ask is not kept in clear beyond its answer.
      const key = createHash('sha256').update(JSON.stringify(texts)).digest('base64');
      const known = kept.get(key);
      if (known !== undefined) return known;
      const call = running.get(key) ?? start(key, texts);
      call.waiting++;
      return new Promise((resolve, reject) => {
        const leave = () => {
          reject(signal.reason as Error);
          call.waiting--;
          if (call.waiting === 0) call.stop.abort(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        call.vectors
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', leave));
      });
    },
  };
}
