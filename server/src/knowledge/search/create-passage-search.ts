import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import { formatVector, type EmbeddingModel } from '../embed/embedding-model.ts';
import {
  createStatisticsReader,
  frequencyOf,
  idfOf,
  type TermStatistics,
} from './collection-statistics.ts';
import { correctSpelling, createLexicon } from './correct-spelling.ts';
import { fuseScores } from './fuse-scores.ts';
import { completeSections, groupSections, nameSection } from './group-sections.ts';
import { findNamedTags, preferTagged } from './named-tags.ts';
import type { PassageHit, PassageSearch, QuestionTerm, SearchQuery } from './passage.ts';
import { listConcepts, type Concept } from './question-concepts.ts';
import {
  analyzeQuestion,
  type AnalyzedQuestion,
  chooseTerms,
  createQuestionExpander,
  listRelatedTerms,
  weighRelatedTerms,
} from './question-terms.ts';
import {
  findNearest,
  rankCandidates,
  type Candidate,
  type QuestionVector,
} from './rank-candidates.ts';
import { loadRankingWeights, type SearchWeights } from './ranking-weights.ts';
import { readNeighbours, readPassages } from './read-passages.ts';
import { rerankPassages } from './rerank-passages.ts';
import { loadThesaurus, readThesaurus } from './thesaurus.ts';

/** Candidates by words, and as many by vectors. */
const CANDIDATES = 100;
/** Below this many passages comparing all vectors is as quick as asking their index, and exact. */
const COMPARE_ALL_MAX_PASSAGES = 5_000;
/** How many of the best candidates have their text read. */
const READ = 40;
/** How many are read besides, of sources whose tag the question names. */
const TAGGED = 10;

/**
 * Search over the stored passages: exact BM25 of the question and of the question with related words,
 * and the cosine of its vector where vectors exist. Without `embeddings` it works on words alone.
 */
export function createPassageSearch(deps: {
  db: Kysely<Tables>;
  embeddings: EmbeddingModel | undefined;
  log: Logger;
  /** How many sources are still to be read for the first time; none when left out. */
  countUnread?: () => Promise<number>;
  /** The measured ones when left out. */
  weights?: SearchWeights;
}): PassageSearch {
  const { db, countUnread = async () => 0, weights = loadRankingWeights().search } = deps;
  const thesaurus = readThesaurus();
  const readStatistics = createStatisticsReader(db);
  const expandQuestion = createQuestionExpander(loadThesaurus(thesaurus));
  const spelling = {
    lexicon: createLexicon(thesaurus),
    readFrequencies: async (terms: readonly string[]) =>
      (await readStatistics(terms, [])).documentFrequencies,
  };

  async function rank(query: SearchQuery, question: AnalyzedQuestion, signal: AbortSignal) {
    const related = expandQuestion(question);
    const [vector, statistics] = await Promise.all([
      embedQuestion(deps, query.question, signal),
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
    const terms = chooseTerms(
      question.terms,
      weighRelatedTerms(related, statistics, weights.related),
      statistics,
    );
    const namedTags = findNamedTags(query.question, statistics.tags);
    const isFiltered = (query.tags ?? []).length > 0 || query.sourceIds !== undefined;
    const tagged = { tags: isFiltered ? [] : namedTags, limit: TAGGED };
    const request = {
      bm25: weights.bm25,
      terms,
      collection,
      vector,
      nearestIds,
      filter,
      limit,
      tagged,
    };
    const candidates = await rankCandidates(db, request);
    return {
      best: chooseBest(candidates, Math.max(READ, query.limit), weights),
      namedTags,
      reranked: {
        sequence: question.sequence,
        weights: new Map(
          terms.filter(({ isAsked }) => isAsked).map(({ term, weight }) => [term, weight]),
        ),
        concepts: listConcepts(question.terms, { related, statistics }, weights),
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
        if (passage === undefined) return [];
        const section = nameSection(passage);
        return [{ passage, section, probability: 0, bm25, coverage: 0, cosine, score }];
      });
      const hits = preferTagged(rerankPassages(ranked, reranked, weights.rerank), namedTags, {
        limit: query.limit,
        weight: weights.tag,
      });
      const terms = describeTerms(question, statistics, reranked.concepts);
      const sections = await completeSections(db, groupSections(hits, terms));
      return { hits: sections, terms, isAbsent: false };
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
      return countUnread();
    },
  };
}

/** The candidates whose text is read, and the tagged ones besides, scored and in order. */
function chooseBest(
  candidates: readonly Candidate[],
  limit: number,
  { toRead, toRank }: SearchWeights,
) {
  const read = new Set(
    fuseScores(candidates, toRead)
      .filter(({ isTagged }, index) => index < limit || isTagged)
      .map(({ passageId }) => passageId),
  );
  return fuseScores(candidates, toRank).filter(({ passageId }) => read.has(passageId));
}

function describeTerms(
  question: AnalyzedQuestion,
  statistics: TermStatistics,
  concepts: readonly Concept[],
): QuestionTerm[] {
  const searched = question.terms.map((term, index) => {
    const concept = concepts[index];
    return {
      term,
      idf: idfOf(term, statistics),
      documentFrequency: frequencyOf(term, statistics),
      ...(concept && { concept }),
    };
  });
  const stopped = question.stopTerms.map((term) => ({ term, idf: 0, documentFrequency: 0 }));
  return [...searched, ...stopped];
}

/**
 * A question's vector; undefined, so that search goes on with words alone, when there is no model, it
 * fails or it takes too long.
 */
async function embedQuestion(
  { embeddings, log }: { embeddings: EmbeddingModel | undefined; log: Logger },
  question: string,
  signal: AbortSignal,
): Promise<QuestionVector | undefined> {
  if (embeddings === undefined || question.trim() === '') return undefined;
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(embeddings.timeoutMs)]);
    const [embedding] = await embeddings.embed([question], deadline);
    if (embedding === undefined || embedding.every((value) => value === 0)) return undefined;
    const { name: model, dimensions } = await embeddings.identify(deadline);
    return { model, dimensions, text: formatVector(embedding) };
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ event: 'question_not_embedded', err: error });
    return undefined;
  }
}
