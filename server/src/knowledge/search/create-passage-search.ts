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
import { findNamedTags, preferTagged } from './named-tags.ts';
import { createSectionMeasure, type QuestionEmbedding } from './measure-sections.ts';
import { orderSections } from './order-sections.ts';
import type {
  Passage,
  PassageHit,
  PassageSearch,
  QuestionTerm,
  SearchQuery,
  SearchResult,
} from './passage.ts';
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
import { createSectionFinder } from './rank-sections.ts';
import { loadRankingWeights, type SearchWeights } from './ranking-weights.ts';
import { readNeighbours, readPassages, readSections, readTranslations } from './read-passages.ts';
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
/** How many of the best sections are read. */
const SECTIONS_READ = 6;
/** The language of documents, and the one that the bundled encoder reads. */
const ENGLISH = 'en';

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

  const findSections = createSectionFinder(createSectionMeasure(db));

  async function rankPassages(
    query: SearchQuery,
    question: AnalyzedQuestion,
    vector: QuestionVector | undefined,
    signal: AbortSignal,
  ) {
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

  async function search(asked: SearchQuery, signal: AbortSignal): Promise<SearchResult> {
    signal.throwIfAborted();
    const { language = ENGLISH } = asked;
    const isEnglish = language === ENGLISH;
    const correct = async (text: string) => (isEnglish ? correctSpelling(text, spelling) : text);
    const query = { ...asked, question: await correct(asked.question) };
    if (asked.asked !== undefined) query.asked = await correct(asked.asked);
    const embed = async (text: string) =>
      isEnglish ? embedQuestion(deps, text, signal) : undefined;
    const embedding = await embed(query.question);
    const sections = isFiltered(query)
      ? []
      : await findSections({ ...query, language }, async (text) =>
          text === query.question ? embedding : embed(text),
        );
    signal.throwIfAborted();
    const question = analyzeQuestion(query.question);
    const vector = embedding && {
      model: embedding.model,
      dimensions: embedding.dimensions,
      text: formatVector(embedding.vector),
    };
    const { best, namedTags, reranked, statistics } = await rankPassages(
      query,
      question,
      vector,
      signal,
    );
    const topSections = sections.filter(({ isAbsent }) => !isAbsent).slice(0, SECTIONS_READ);
    const sectionIds = topSections.map(({ sectionId }) => sectionId);
    const passages = [
      ...(await readPassages(
        db,
        best.map((candidate) => candidate.passageId),
      )),
      ...(await readSections(db, sectionIds)),
    ];
    const measures = new Map(best.map((candidate) => [candidate.passageId, candidate]));
    const ranked = [...new Map(passages.map((passage) => [passage.id, passage])).values()].map(
      (passage): PassageHit => {
        const { bm25 = 0, cosine = null, score = 0 } = measures.get(passage.id) ?? {};
        return {
          passage,
          section: nameSection(passage),
          probability: 0,
          coverage: 0,
          bm25,
          cosine,
          score,
        };
      },
    );
    const read = rerankPassages(ranked, reranked, weights.rerank);
    const inSections = new Set(sectionIds);
    const isInSection = ({ passage }: PassageHit) =>
      passage.sectionId !== null && inSections.has(passage.sectionId);
    const others = read.filter(
      ({ passage }) => passage.sectionId === null || sections.length === 0,
    );
    const hits = [
      ...read.filter(isInSection),
      ...preferTagged(others, namedTags, { limit: query.limit, weight: weights.tag }),
    ];
    const terms = describeTerms(question, statistics, reranked.concepts);
    const ordered = orderSections({ hits, terms, sections });
    if (isEnglish) return { ...ordered, terms };
    return { ...ordered, hits: await translate(db, ordered.hits, language), terms };
  }

  return {
    search,
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

function isFiltered({ tags = [], sourceIds }: SearchQuery): boolean {
  return tags.length > 0 || sourceIds !== undefined;
}

/** What the passages of one section share: a passage without known questions stands for itself. */
function nameSection({ id, sectionId }: Passage): string {
  return sectionId === null ? `passage ${id}` : `section ${sectionId}`;
}

/** Of each translated section one hit, its translation as a whole, in place of its passages. */
async function translate(
  db: Kysely<Tables>,
  hits: readonly PassageHit[],
  language: string,
): Promise<PassageHit[]> {
  const sectionIds = hits.flatMap(({ passage: { sectionId } }) => sectionId ?? []);
  const translations = await readTranslations(db, sectionIds, language);
  const done = new Set<number>();
  return hits.flatMap((hit) => {
    const { sectionId, source, headingPath } = hit.passage;
    const translation = sectionId === null ? undefined : translations.get(sectionId);
    if (sectionId === null || translation === undefined) return [hit];
    if (done.has(sectionId)) return [];
    done.add(sectionId);
    const { title, heading, text } = translation;
    const passage = {
      ...hit.passage,
      source: { ...source, title },
      headingPath: [...headingPath.slice(0, -1), heading],
      language,
      text,
    };
    return [{ ...hit, passage }];
  });
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
): Promise<QuestionEmbedding | undefined> {
  if (embeddings === undefined || question.trim() === '') return undefined;
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(embeddings.timeoutMs)]);
    const [vector] = await embeddings.embed([question], deadline);
    if (vector === undefined || vector.every((value) => value === 0)) return undefined;
    const { name: model, dimensions } = await embeddings.identify(deadline);
    return { model, dimensions, vector };
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ event: 'question_not_embedded', err: error });
    return undefined;
  }
}
