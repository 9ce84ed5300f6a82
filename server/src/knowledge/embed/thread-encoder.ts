import { Worker } from 'node:worker_threads';
import type { EmbeddingModel, Encoder, VectorIdentity } from './embedding-model.ts';
import type { EncoderReply, EncoderRequest } from './encoder-worker.ts';
import { shareCalls } from './share-calls.ts';

const BATCH_SIZE = 8;
const QUESTION_TIMEOUT_MS = 400;
/**
 * Texts the worker gets at a time. Its speed does not depend on it (about 50 ms a passage with the
 * bundled encoder), but a question has to wait until the texts before it are done.
 */
const TEXTS_PER_MESSAGE = 2;

interface Task {
  texts: readonly string[];
  signal: AbortSignal;
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

/** Which encoder a thread runs, and whose vectors it makes. */
export interface ThreadEncoder {
  identity: VectorIdentity;
  /** The program of the thread; it speaks as `encoder-worker.ts` does. */
  entry: URL;
  /** Handed to it at its start. */
  workerData?: unknown;
  /** What stands before each text of a kind. */
  prefixes?: { question: string; passage: string };
}

/**
 * An encoder in a worker thread that starts at the first call. When its weights are missing every
 * call rejects, and search goes on without.
 */
export function createThreadEncoder(encoder: ThreadEncoder): Encoder {
  const { entry, workerData, identity, prefixes = { question: '', passage: '' } } = encoder;
  const urgent: Task[] = [];
  const background: Task[] = [];
  let worker: Worker | undefined;
  let running: Task | undefined;
  let loadFailure: Error | undefined;

  const settle = (act: (task: Task) => void) => {
    const task = running;
    running = undefined;
    if (task !== undefined) act(task);
    runNext();
  };
  const startWorker = (): Worker => {
    const started = new Worker(entry, { workerData });
    started.on('message', (reply: EncoderReply) => {
      if (reply.kind === 'vectors') settle((task) => task.resolve(reply.vectors));
      else if (reply.kind === 'failed') settle((task) => task.reject(new Error(reply.message)));
      else loadFailure = new Error(`The sentence encoder is missing: ${reply.message}`);
    });
    started.on('error', (error) => settle((task) => task.reject(error)));
    started.on('exit', () => {
      worker = undefined;
      settle((task) => task.reject(loadFailure ?? new Error('The sentence encoder ended.')));
    });
    return started;
  };
  const runNext = () => {
    if (running !== undefined) return;
    const task = urgent.shift() ?? background.shift();
    if (task === undefined) {
      // An idle encoder keeps no process alive.
      worker?.unref();
      return;
    }
    if (task.signal.aborted || loadFailure !== undefined) {
      task.reject(loadFailure ?? task.signal.reason);
      runNext();
      return;
    }
    running = task;
    worker ??= startWorker();
    worker.ref();
    const request: EncoderRequest = { texts: task.texts };
    worker.postMessage(request);
  };
  const encode = (queue: Task[], texts: readonly string[], signal: AbortSignal) =>
    new Promise<Float32Array[]>((resolve, reject) => {
      signal.throwIfAborted();
      const abort = () => reject(signal.reason);
      const finish =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', abort);
          end(value);
        };
      signal.addEventListener('abort', abort, { once: true });
      queue.push({ texts, signal, resolve: finish(resolve), reject: finish(reject) });
      runNext();
    });
  const createModel = (queue: Task[], prefix: string): EmbeddingModel => ({
    batchSize: BATCH_SIZE,
    timeoutMs: QUESTION_TIMEOUT_MS,
    identify: () => Promise.resolve(identity),
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += TEXTS_PER_MESSAGE) {
        const part = texts.slice(start, start + TEXTS_PER_MESSAGE).map((text) => prefix + text);
        vectors.push(...(await encode(queue, part, signal)));
      }
      return vectors;
    },
  });

  return {
    forQuestions: shareCalls(createModel(urgent, prefixes.question)),
    forPassages: createModel(background, prefixes.passage),
    async close() {
      await worker?.terminate();
    },
  };
}
