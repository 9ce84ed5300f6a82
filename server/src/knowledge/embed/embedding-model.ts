/** What tells vectors apart: only those of one identity are ever compared. */
export interface VectorIdentity {
  /** Stored beside every vector. */
  name: string;
  /** Length of each vector. */
  dimensions: number;
}

/** Turns texts into vectors whose cosine tells how near their meanings are. */
export interface EmbeddingModel {
  /** Texts that it likes to get at a time. */
  readonly batchSize: number;
  /** How long somebody who asks waits for a question's vector, in milliseconds. Words find nearly as much. */
  readonly patienceMs: number;
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
