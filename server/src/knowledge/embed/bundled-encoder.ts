import type { Encoder } from './embedding-model.ts';
import { createThreadEncoder } from './thread-encoder.ts';

const IDENTITY = { name: 'universal-sentence-encoder-lite', dimensions: 512 };
const WORKER_ENTRY = new URL('./encoder-worker.ts', import.meta.url);

/** The Universal Sentence Encoder (lite, English, 512 dimensions), which comes with the product. */
export function createBundledEncoder(entry: URL = WORKER_ENTRY): Encoder {
  return createThreadEncoder({ identity: IDENTITY, entry });
}
