/** Turns texts into vectors whose cosine tells how near their meanings are. */
export interface EmbeddingModel {
  /** Stored beside every vector; vectors of different models are never compared. */
  readonly name: string;
  /** Length of each vector. */
  readonly dimensions: number;
  /** One vector for each text, in the same order. @throws when the model is missing or aborted. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}
