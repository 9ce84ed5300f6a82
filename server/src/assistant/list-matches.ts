import type { SearchResult } from '../knowledge/search/passage.ts';
import type { Answer } from './answer.ts';

/** BM25 per unit of the question's weight has this upper bound: k1 + 1 with k1 = 1.2. */
const BM25_SHARE_MAX = 2.2;

/**
 * What retrieval found, for the log. Similarity in [0, 1] is the passage's cosine, or, while it has no
 * vector, its share of the BM25 that the question's words could reach.
 */
export function listMatches({ hits, terms }: SearchResult): Answer['matches'] {
  const totalIdf = terms.reduce((sum, { idf }) => sum + idf, 0);
  return hits.map(({ passage, bm25, cosine }) => {
    const lexical = totalIdf === 0 ? 0 : bm25 / (BM25_SHARE_MAX * totalIdf);
    return {
      source: passage.source.title,
      source_id: passage.source.id,
      similarity: Math.min(1, Math.max(0, cosine ?? lexical)),
      ...(passage.source.tags.length > 0 && { tags: passage.source.tags }),
    };
  });
}
