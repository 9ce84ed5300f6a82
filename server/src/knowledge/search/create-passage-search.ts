import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { analyzeQuestion, type AnalyzedQuestion } from './analyze-question.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import { chooseTerms } from './choose-terms.ts';
import { createStatisticsReader, type TermStatistics } from './collection-statistics.ts';
import { createQuestionEmbedder } from './embed-question.ts';
import {
  createQuestionExpander,
  listRelatedTerms,
  weighRelatedTerms,
} from './expansion/expand-question.ts';
import { findNearest } from './find-nearest.ts';
import { fuseScores } from './fuse-scores.ts';
import type { PassageHit, PassageSearch, QuestionTerm, SearchQuery } from './passage.ts';
import { readNeighbours, readPassages } from './passage-row.ts';
import { rankCandidates } from './rank-candidates.ts';
import { rerankByCloseness } from './rerank-by-closeness.ts';

/** Candidates that each of words and vectors puts forward. */
const CANDIDATES = 100;
/** The best of them, whose text is read. */
const READ = 40;

/**
 * Search over the stored passages: exact BM25 of the question and of the question with related words,
 * and the cosine of its vector where vectors exist. Without `embeddings` it works on words alone.
 */
export function createPassageSearch(deps: {
  db: Kysely<Tables>;
  embeddings: EmbeddingModel | undefined;
  log: Logger;
}): PassageSearch {
  const { db } = deps;
  const readStatistics = createStatisticsReader(db);
  const embedQuestion = createQuestionEmbedder(deps);
  const expandQuestion = createQuestionExpander();

  async function rank(query: SearchQuery, question: AnalyzedQuestion, signal: AbortSignal) {
    const related = expandQuestion(question);
    const [vector, statistics] = await Promise.all([
      embedQuestion(query.question, signal),
      readStatistics([...question.terms, ...listRelatedTerms(related)]),
    ]);
    signal.throwIfAborted();
    const { collection } = statistics;
    const tags = query.tags ?? [];
    const limit = Math.max(CANDIDATES, query.limit);
    const nearestIds =
      vector === undefined
        ? []
        : await findNearest(db, { vector, passages: collection.passages, tags, limit });
    signal.throwIfAborted();
    const terms = chooseTerms(question.terms, weighRelatedTerms(related, statistics), statistics);
    const request = { terms, collection, vector, nearestIds, tags, limit };
    const candidates = fuseScores(await rankCandidates(db, request));
    return { candidates, terms, statistics };
  }

  return {
    async search(query, signal) {
      signal.throwIfAborted();
      const question = analyzeQuestion(query.question);
      const { candidates, terms, statistics } = await rank(query, question, signal);
      const best = candidates.slice(0, Math.max(READ, query.limit));
      const passages = await readPassages(
        db,
        best.map((candidate) => candidate.passageId),
      );
      const byId = new Map(passages.map((passage) => [passage.id, passage]));
      const ranked = best.flatMap(({ passageId, bm25, cosine, score }): PassageHit[] => {
        const passage = byId.get(passageId);
        return passage === undefined ? [] : [{ passage, bm25, cosine, score }];
      });
      const hits = rerankByCloseness(ranked, { terms, sequence: question.sequence });
      return { hits: hits.slice(0, query.limit), terms: describeTerms(question, statistics) };
    },
    async neighbours(passages, signal) {
      signal.throwIfAborted();
      return readNeighbours(
        db,
        passages.map((passage) => passage.id),
      );
    },
  };
}

function describeTerms(question: AnalyzedQuestion, statistics: TermStatistics): QuestionTerm[] {
  const searched = question.terms.map((term) => {
    const documentFrequency = statistics.documentFrequencies.get(term) ?? 0;
    const idf = inverseDocumentFrequency(statistics.collection, documentFrequency);
    return { term, idf, documentFrequency };
  });
  const stopped = question.stopTerms.map((term) => ({ term, idf: 0, documentFrequency: 0 }));
  return [...searched, ...stopped];
}
