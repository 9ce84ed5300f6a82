import { createBundledEncoder } from './bundled-encoder.ts';
import { createRemoteEncoder, type RemoteEncoderSettings } from './create-remote-encoder.ts';
import type { Encoder } from './embedding-model.ts';

/** Nothing is loaded and nobody is called before the first text. */
export interface Encoders {
  /** Undefined when search works on words alone. */
  encoder: Encoder | undefined;
  /**
   * The bundled encoder, by which the guard classifies what a message means: `encoder` itself, or one
   * beside a server's model, which gets no text for that. Undefined when nothing shall be embedded.
   */
  guardEncoder: Encoder | undefined;
  close(): Promise<void>;
}

/** The encoders as `EMBEDDING_MODEL` names them. */
export function openEncoders(model: 'bundled' | 'none' | RemoteEncoderSettings): Encoders {
  const bundled = model === 'none' ? undefined : createBundledEncoder();
  const encoder = typeof model === 'string' ? bundled : createRemoteEncoder(model);
  return {
    encoder,
    guardEncoder: bundled,
    async close() {
      await encoder?.close();
      await bundled?.close();
    },
  };
}
