import { createBundledEncoder } from './bundled-encoder.ts';
import { createRemoteEncoder, type RemoteEncoderSettings } from './create-remote-encoder.ts';
import type { Encoder } from './embedding-model.ts';
import { readOnnxModel } from './read-onnx-model.ts';
import { createThreadEncoder } from './thread-encoder.ts';

const ONNX_WORKER_ENTRY = new URL('./onnx-worker.ts', import.meta.url);

/** `EMBEDDING_MODEL` as it was read: `onnxFolder` holds a sentence encoder that runs here. */
export type EncoderChoice = 'bundled' | 'none' | RemoteEncoderSettings | { onnxFolder: string };

/** Nothing is loaded and nobody is called before the first text. */
export interface Encoders {
  /** Undefined when search works on words alone. */
  encoder: Encoder | undefined;
  /**
   * The bundled encoder, by which the guard classifies what a message means: `encoder` itself, or one
   * beside another model, which gets no text for that. Undefined when nothing shall be embedded.
   */
  guardEncoder: Encoder | undefined;
  close(): Promise<void>;
}

/**
 * The encoders as `EMBEDDING_MODEL` names them.
 *
 * @throws StartupError when one in a folder cannot be used, with what to do.
 */
export function openEncoders(model: EncoderChoice): Encoders {
  const bundled = model === 'none' ? undefined : createBundledEncoder();
  const encoder = typeof model === 'string' ? bundled : openOther(model);
  return {
    encoder,
    guardEncoder: bundled,
    async close() {
      await encoder?.close();
      await bundled?.close();
    },
  };
}

function openOther(model: Exclude<EncoderChoice, string>): Encoder {
  if (!('onnxFolder' in model)) return createRemoteEncoder(model);
  const workerData = readOnnxModel(model.onnxFolder);
  return createThreadEncoder({ ...workerData, entry: ONNX_WORKER_ENTRY, workerData });
}
