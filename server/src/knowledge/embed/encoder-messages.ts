/** What the encoder's thread is asked: one request at a time. */
export interface EncoderRequest {
  texts: readonly string[];
}

/** What it answers: vectors in the order of the texts, or why not. `missing` comes once, then it ends. */
export type EncoderReply =
  | { kind: 'vectors'; vectors: Float32Array[] }
  | { kind: 'failed'; message: string }
  | { kind: 'missing'; message: string };
