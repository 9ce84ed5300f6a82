/** Which model vectors come from: only those of one identity are ever compared. */
export interface VectorIdentity {
  /** Stored beside every vector. */
  name: string;
  /** Length of each vector. */
  dimensions: number;
}

/** Turns texts into vectors whose cosine tells how near their meanings are. */
export interface EmbeddingModel {
  /** How many texts it embeds best at a time. */
  readonly batchSize: number;
  /** How long a question's vector is waited for, in milliseconds. Words alone find nearly as much. */
  readonly timeoutMs: number;
  /** Which vectors it makes. It may have to ask a server, once. @throws as `embed` does. */
  identify(signal: AbortSignal): Promise<VectorIdentity>;
  /** One vector for each text, in the same order. @throws when the model is missing or aborted. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

/** A model as it is seen by those who wait for an answer and by those who work in the background. */
export interface Encoder {
  /** Comes before everything that `forPassages` has not begun. */
  forQuestions: EmbeddingModel;
  forPassages: EmbeddingModel;
  /** Ends what it runs; calls in progress reject. */
  close(): Promise<void>;
}

/** pgvector's text form. Six significant digits keep cosines to within 1e-6. */
export function formatVector(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => Number(value.toPrecision(6))).join(',')}]`;
}
