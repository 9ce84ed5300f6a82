import type { EmbeddingModel } from '../embed/embedding-model.ts';

const DIMENSIONS = 26;

/** A model whose vectors count letters: texts of the same letters are near, without any weights. */
export function createLetterModel(name = 'letters'): EmbeddingModel & { embedded: string[] } {
  const embedded: string[] = [];
  return {
    batchSize: 8,
    timeoutMs: 400,
    identify: () => Promise.resolve({ name, dimensions: DIMENSIONS }),
    embedded,
    async embed(texts, signal) {
      signal.throwIfAborted();
      embedded.push(...texts);
      return texts.map((text) => {
        const vector = new Float32Array(DIMENSIONS);
        for (const letter of text.toLowerCase()) {
          const index = letter.charCodeAt(0) - 97;
          if (index >= 0 && index < 26) vector[index] = (vector[index] ?? 0) + 1;
        }
        const norm = Math.hypot(...vector) || 1;
        return vector.map((count) => count / norm);
      });
    },
  };
}
