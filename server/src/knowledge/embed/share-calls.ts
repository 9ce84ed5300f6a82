import type { EmbeddingModel } from './embedding-model.ts';

interface Call {
  vectors: Promise<Float32Array[]>;
  waiting: number;
  stop: AbortController;
}

/** Calls whose vectors are kept, the latest: about 1 MB. */
const MAX_REMEMBERED = 500;

/**
 * The model with one call for all who ask for the same texts at the same time or again, as search and the
 * guards do with a question. The call ends early only when nobody waits for it any more.
 */
export function shareCalls(model: EmbeddingModel): EmbeddingModel {
  const running = new Map<string, Call>();
  const remembered = new Map<string, Float32Array[]>();

  function remember(key: string, vectors: Float32Array[]): void {
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(key, vectors);
  }

  function start(key: string, texts: readonly string[]): Call {
    const stop = new AbortController();
    const forget = () => {
      if (running.get(key) === call) running.delete(key);
    };
    const vectors = model.embed(texts, stop.signal).finally(forget);
    vectors.then((done) => remember(key, done)).catch(() => undefined);
    stop.signal.addEventListener('abort', forget, { once: true });
    const call = { vectors, waiting: 0, stop };
    running.set(key, call);
    return call;
  }

  return {
    ...model,
    async embed(texts, signal) {
      signal.throwIfAborted();
      const key = JSON.stringify(texts);
      const known = remembered.get(key);
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
