import type { Logger } from 'pino';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { formatVector } from '../embed/format-vector.ts';
import type { QuestionVector } from './rank-candidates.ts';

const MAX_REMEMBERED = 500;

type Vector = QuestionVector & { dimensions: number };

/**
 * Embeds questions and remembers the latest. Answers undefined, and search goes on with words alone,
 * when there is no model, it fails or it takes too long.
 */
export function createQuestionEmbedder(deps: {
  embeddings: EmbeddingModel | undefined;
  log: Logger;
}): (question: string, signal: AbortSignal) => Promise<Vector | undefined> {
  const { embeddings, log } = deps;
  const remembered = new Map<string, Vector>();

  return async (question, signal) => {
    if (embeddings === undefined || question.trim() === '') return undefined;
    const known = remembered.get(question);
    if (known !== undefined) return known;
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(embeddings.patienceMs)]);
      const [embedding] = await embeddings.embed([question], deadline);
      if (embedding === undefined || embedding.every((value) => value === 0)) return undefined;
      const { name: model, dimensions } = await embeddings.identify(deadline);
      const vector = { model, dimensions, text: formatVector(embedding) };
      if (remembered.size >= MAX_REMEMBERED) {
        remembered.delete(remembered.keys().next().value ?? '');
      }
      remembered.set(question, vector);
      return vector;
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ event: 'question_not_embedded', err: error });
      return undefined;
    }
  };
}
