import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { EncoderReply, EncoderRequest } from './encoder-worker.ts';
import type { OnnxModel } from './read-onnx-model.ts';

/** The part of `@huggingface/transformers` that is used; it is not installed with the product. */
interface Transformers {
  env: { allowRemoteModels: boolean; localModelPath: string };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { dtype: string; device: 'cpu'; session_options: object },
  ): Promise<
    (
      texts: string[],
      options: { pooling: string; normalize: true },
    ) => Promise<{ data: Float32Array; dims: number[] }>
  >;
}

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const reply = (message: EncoderReply) => port.postMessage(message);
const { folder, runtime, dtype, pooling } = workerData as OnnxModel;

async function loadModel() {
  const transformers = createRequire(import.meta.url)(runtime) as Transformers;
  // What is missing from the folder is missing: nothing is fetched.
  transformers.env.allowRemoteModels = false;
  transformers.env.localModelPath = dirname(folder);
  return transformers.pipeline('feature-extraction', basename(folder), {
    dtype,
    device: 'cpu',
    // The rest is for those who wait for pages meanwhile.
    session_options: { intraOpNumThreads: Math.max(1, Math.floor(availableParallelism() / 2)) },
  });
}

try {
  const embed = await loadModel();
  const encode = async ({ texts }: EncoderRequest) => {
    try {
      const lines = texts.map((text) => text.replace(/\s+/g, ' ').trim() || '.');
      const { data, dims } = await embed(lines, { pooling, normalize: true });
      const length = dims.at(-1) ?? 0;
      const vectors = texts.map((_, index) => data.slice(index * length, (index + 1) * length));
      reply({ kind: 'vectors', vectors });
    } catch (error) {
      reply({ kind: 'failed', message: String(error) });
    }
  };
  port.on('message', (request: EncoderRequest) => void encode(request));
} catch (error) {
  reply({ kind: 'missing', message: String(error) });
}
