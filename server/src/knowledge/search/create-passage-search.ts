import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { analyzeQuestion, type AnalyzedQuestion } from './analyze-question.ts';
import { inverseDocumentFrequency } from './bm25.ts';
import { chooseTerms } from './choose-terms.ts';
import { createStatisticsReader, type TermStatistics } from './collection-statistics.ts';
import { countUnreadSources } from './count-unread-sources.ts';
import { createQuestionEmbedder } from './embed-question.ts';
import {
  createQuestionExpander,
  listRelatedTerms,
  weighRelatedTerms,
} from './expansion/expand-question.ts';
import { findNearest } from './find-nearest.ts';
import { FUSION, fuseScores } from './fuse-scores.ts';
import type { PassageHit, PassageSearch, QuestionTerm, SearchQuery } from './passage.ts';
import { readNeighbours, readPassages } from './passage-row.ts';
import { rankCandidates, type Candidate } from './rank-candidates.ts';
import { listConcepts, type Concept } from './rerank/question-concepts.ts';
import { rerankPassages } from './rerank/rerank-passages.ts';
import { correctSpelling } from './spelling/correct-spelling.ts';
import { createLexicon } from './spelling/lexicon.ts';
import { findNamedTags } from './tags/find-named-tags.ts';
import { preferTagged } from './tags/prefer-tagged.ts';

/** Candidates that each of words and vectors puts forward. */
const CANDIDATES = 100;
/** Below this many passages comparing all vectors is as quick as asking their index, and exact. */
const COMPARE_ALL_MAX_PASSAGES = 5_000;
/** The best of them, whose text is read. */
const READ = 40;
/** Read besides them, of sources whose tag the question names. */
const TAGGED = 10;

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
  const spelling = {
    lexicon: createLexicon(),
    readFrequencies: async (terms: readonly string[]) =>
      (await readStatistics(terms, [])).documentFrequencies,
  };

  async function rank(query: SearchQuery, question: AnalyzedQuestion, signal: AbortSignal) {
    const related = expandQuestion(question);
    const [vector, statistics] = await Promise.all([
      embedQuestion(query.question, signal),
      readStatistics(question.terms, listRelatedTerms(related)),
    ]);
    signal.throwIfAborted();
    const { collection } = statistics;
    const filter = { tags: query.tags, sourceIds: query.sourceIds };
    const limit = Math.max(CANDIDATES, query.limit);
    const isSmall = collection.passages < COMPARE_ALL_MAX_PASSAGES;
    const nearestIds =
      vector === undefined || isSmall
        ? undefined
        : await findNearest(db, { vector, filter, limit });
    signal.throwIfAborted();
    const terms = chooseTerms(question.terms, weighRelatedTerms(related, statistics), statistics);
    const namedTags = findNamedTags(query.question, statistics.tags);
    const isFiltered = (query.tags ?? []).length > 0 || query.sourceIds !== undefined;
    const tagged = { tags: isFiltered ? [] : namedTags, limit: TAGGED };
    const request = { terms, collection, vector, nearestIds, filter, limit, tagged };
    const candidates = await rankCandidates(db, request);
    return {
      best: chooseBest(candidates, Math.max(READ, query.limit)),
      namedTags,
      reranked: {
        sequence: question.sequence,
        weights: new Map(
          terms.filter(({ isAsked }) => isAsked).map(({ term, weight }) => [term, weight]),
        ),
        concepts: listConcepts(question.terms, related, statistics),
      },
      statistics,
    };
  }

  return {
    async search(asked, signal) {
      signal.throwIfAborted();
      const query = { ...asked, question: await correctSpelling(asked.question, spelling) };
      const question = analyzeQuestion(query.question);
      const { best, namedTags, reranked, statistics } = await rank(query, question, signal);
      const passages = await readPassages(
        db,
        best.map((candidate) => candidate.passageId),
      );
      const byId = new Map(passages.map((passage) => [passage.id, passage]));
      const ranked = best.flatMap(({ passageId, bm25, cosine, score }): PassageHit[] => {
        const passage = byId.get(passageId);
        return passage === undefined ? [] : [{ passage, bm25, coverage: 0, cosine, score }];
      });
      const hits = preferTagged(rerankPassages(ranked, reranked), namedTags, query.limit);
      return { hits, terms: describeTerms(question, statistics, reranked.concepts) };
    },
    async neighbours(passages, signal) {
      signal.throwIfAborted();
      return readNeighbours(
        db,
        passages.map((passage) => passage.id),
      );
    },
    async countUnread(signal) {
      signal.throwIfAborted();
      return countUnreadSources(db);
    },
  };
}

/** The candidates whose text is read, and the tagged ones besides, scored and in order. */
function chooseBest(candidates: readonly Candidate[], limit: number) {
  const read = new Set(
    fuseScores(candidates, FUSION.toRead)
      .filter(({ isTagged }, place) => place < limit || isTagged)
      .map(({ passageId }) => passageId),
  );
  return fuseScores(candidates, FUSION.toRank).filter(({ passageId }) => read.has(passageId));
}

function describeTerms(
  question: AnalyzedQuestion,
  statistics: TermStatistics,
  concepts: readonly Concept[],
): QuestionTerm[] {
  const searched = question.terms.map((term, place) => {
    const documentFrequency = statistics.documentFrequencies.get(term) ?? 0;
    const idf = inverseDocumentFrequency(statistics.collection, documentFrequency);
    const concept = concepts[place];
    return { term, idf, documentFrequency, ...(concept && { concept }) };
  });
  const stopped = question.stopTerms.map((term) => ({ term, idf: 0, documentFrequency: 0 }));
  return [...searched, ...stopped];
}
