import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { formatVector } from '../embed/embedding-model.ts';
import {
  createStatisticsReader,
  frequencyOf,
  idfOf,
  type TermStatistics,
} from './collection-statistics.ts';
import { correctSpelling, createLexicon } from './correct-spelling.ts';
import { fuseScores } from './fuse-scores.ts';
import type { QuestionEmbedding } from './measure-sections.ts';
import { findNamedTags, preferTagged } from './named-tags.ts';
import type { Passage, PassageHit, QuestionTerm, SearchQuery } from './passage.ts';
import { listConcepts, type Concept } from './question-concepts.ts';
import {
  analyzeQuestion,
  type AnalyzedQuestion,
  chooseTerms,
  createQuestionExpander,
  listRelatedTerms,
  weighRelatedTerms,
} from './question-terms.ts';
import { findNearest, rankCandidates, type Candidate } from './rank-candidates.ts';
import type { SearchWeights } from './ranking-weights.ts';
import { readPassages } from './read-passages.ts';
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

/** What a question finds among passages. */
interface FoundPassages {
  /** Every passage that was read, those given besides among them, best first; `probability` is 0 yet. */
  hits: PassageHit[];
  /** The best of the given hits, as many as the query's limit, where sources with a tag that the question names come before others as good. */
  choose(hits: readonly PassageHit[]): PassageHit[];
  terms: QuestionTerm[];
}

/** Finds passages by the words and the vector of a question. */
export interface PassageFinder {
  /** `besides` are rated as well, whether they are found or not; no embedding: by words alone. @throws the signal's reason. */
  find(
    query: SearchQuery,
    given: { embedding: QuestionEmbedding | undefined; besides: readonly Passage[] },
    signal: AbortSignal,
  ): Promise<FoundPassages>;
  /** An English text with misspelt words as the sources write them. */
  correct(text: string): Promise<string>;
}

/**
 * Exact BM25 of the question and of the question with related words, and the cosine of its vector where vectors
 * exist; the best ones are read, and ordered by what their text holds.
 */
export function createPassageFinder(db: Kysely<Tables>, weights: SearchWeights): PassageFinder {
  const thesaurus = readThesaurus();
  const readStatistics = createStatisticsReader(db);
  const expandQuestion = createQuestionExpander(loadThesaurus(thesaurus));
  const spelling = {
    lexicon: createLexicon(thesaurus),
    readFrequencies: async (terms: readonly string[]) =>
      (await readStatistics(terms, [])).documentFrequencies,
  };

  const find: PassageFinder['find'] = async (query, { embedding, besides }, signal) => {
    const question = analyzeQuestion(query.question);
    const vector = embedding && { ...embedding, text: formatVector(embedding.vector) };
    const related = expandQuestion(question);
    const statistics = await readStatistics(question.terms, listRelatedTerms(related));
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
    const tagged = { tags: isFiltered(query) ? [] : namedTags, limit: TAGGED };
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
    const best = chooseBest(candidates, Math.max(READ, query.limit), weights);
    const passages = [
      ...(await readPassages(
        db,
        best.map(({ passageId }) => passageId),
      )),
      ...besides,
    ];
    const concepts = listConcepts(question.terms, { related, statistics }, weights);
    const asked = {
      sequence: question.sequence,
      weights: new Map(
        terms.filter(({ isAsked }) => isAsked).map(({ term, weight }) => [term, weight]),
      ),
      concepts,
    };
    return {
      hits: rerankPassages(toHits(passages, best), asked, weights.rerank),
      choose: (hits) => preferTagged(hits, namedTags, { limit: query.limit, weight: weights.tag }),
      terms: describeTerms(question, statistics, concepts),
    };
  };

  return { find, correct: async (text) => correctSpelling(text, spelling) };
}

/** Whether only some sources are asked. */
export function isFiltered({ tags = [], sourceIds }: SearchQuery): boolean {
  return tags.length > 0 || sourceIds !== undefined;
}

/** Passages with what was measured of them, each once; nothing was of those that words and vectors did not find. */
function toHits(
  passages: readonly Passage[],
  measured: readonly (Candidate & { score: number })[],
): PassageHit[] {
  const measures = new Map(measured.map((candidate) => [candidate.passageId, candidate]));
  const distinct = new Map(passages.map((passage) => [passage.id, passage])).values();
  return Array.from(distinct, (passage) => {
    const { bm25 = 0, cosine = null, score = 0 } = measures.get(passage.id) ?? {};
    const section = nameSection(passage);
    return { passage, section, probability: 0, bm25, coverage: 0, cosine, score };
  });
}

/** What the passages under one heading of one source share; one without a heading stands for itself. */
function nameSection(passage: Passage): string {
  const { id, sectionId, source, headingPath } = passage;
  if (sectionId !== null) return `section ${sectionId}`;
  return isHeaded(passage) ? [source.id, ...headingPath].join('\n') : `passage ${id}`;
}

/** Whether it stands under a heading of its own, and not just under its source's title. */
export function isHeaded({ source, headingPath }: Passage): boolean {
  return headingPath.length > 0 && headingPath.at(-1) !== source.title;
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
