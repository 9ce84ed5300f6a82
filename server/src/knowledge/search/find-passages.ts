import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { formatVector } from '../embed/embedding-model.ts';
import { findRelated, loadThesaurus, type RelatedTerms } from '../words/thesaurus.ts';
import { createStatisticsReader } from './collection-statistics.ts';
import type { QuestionEmbedding } from './measure-sections.ts';
import type { Passage, PassageHit, QuestionTerm, SearchQuery } from './passage.ts';
import { loadPassageWeights } from './passage-weights.ts';
import { analyzeQuestion, chooseTerms, describeTerms, weighWords } from './question-terms.ts';
import { type Candidate, findNearest, rankCandidates } from './rank-candidates.ts';
import {
  createTextMeasure,
  glanceAtPassage,
  type PassageFit,
  ratePassage,
} from './rate-passages.ts';
import { readPassages } from './read-passages.ts';
import { loadSectionWeights } from './section-weights.ts';

/** Candidates by words, and as many by vectors. */
const CANDIDATES = 100;
/** Below this many passages comparing all vectors is as quick as asking their index, and exact. */
const COMPARE_ALL_MAX_PASSAGES = 5_000;
/** How many of the best candidates have their text read. */
const READ = 40;
const ENGLISH = 'en';

/** A found passage with what it is rated by, on the scale of sections. */
export interface RatedPassage extends Omit<PassageHit, 'probability'> {
  fit: PassageFit;
}

/** What a question finds among passages. */
interface FoundPassages {
  /** Every passage that was read, those given besides among them, best first. */
  passages: RatedPassage[];
  /** Whether vectors counted. */
  hasVectors: boolean;
  terms: QuestionTerm[];
}

/**
 * Finds passages by the words and the vector of a question. `besides` are rated as well, whether they are found or
 * not, and waited for last; no embedding: by words and letters alone.
 *
 * @throws the signal's reason.
 */
export type FindPassages = (
  query: SearchQuery,
  given: { embedding: QuestionEmbedding | undefined; besides: Promise<readonly Passage[]> },
  signal: AbortSignal,
) => Promise<FoundPassages>;

/**
 * Candidates by exact BM25 and by the nearest vectors; the best ones are read, and rated by their letters and by
 * which words stand together as well.
 */
export function createPassageFinder(
  db: Kysely<Tables>,
  readStatistics = createStatisticsReader(db),
): FindPassages {
  const { bm25 } = loadSectionWeights();
  const weights = loadPassageWeights();
  const thesaurus = loadThesaurus();
  return async (query, { embedding, besides }, signal) => {
    const question = analyzeQuestion(query.question);
    const vector = embedding && { ...embedding, text: formatVector(embedding.vector) };
    const isEnglish = (query.language ?? ENGLISH) === ENGLISH;
    const related: RelatedTerms = isEnglish ? findRelated(query.question, thesaurus) : new Map();
    const statistics = await readStatistics([...question.terms, ...related.keys()]);
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
    const terms = describeTerms(question, statistics);
    const chosen = chooseTerms(terms);
    const others = describeTerms({ terms: [...related.keys()], stopTerms: [] }, statistics);
    const { glance } = vector === undefined ? weights.wordsOnly : weights.withVectors;
    const candidates = await rankCandidates(db, {
      bm25,
      terms: chosen,
      related: {
        terms: chooseTerms(
          others,
          terms.filter(({ term }) => chosen.has(term)),
        ),
        factor: glance.related / glance.words,
      },
      collection,
      vector,
      nearestIds,
      filter,
      limit,
    });
    const hasVectors = candidates.some(({ cosine }) => cosine !== null);
    const formula = hasVectors ? weights.withVectors : weights.wordsOnly;
    const words = weighWords(terms);
    const measure = createMeasure(candidates, words);
    const glanceAt = (one: Candidate) => glanceAtPassage(measure(one), glance);
    const best = candidates
      .toSorted((a, b) => glanceAt(b) - glanceAt(a))
      .slice(0, Math.max(READ, query.limit));
    const read = await readPassages(
      db,
      best.map(({ passageId }) => passageId),
    );
    const { question: text, language = ENGLISH } = query;
    const measureText = createTextMeasure({ question: text, language, words, related });
    const found = new Map(candidates.map((candidate) => [candidate.passageId, candidate]));
    const distinct = new Map([...read, ...(await besides)].map((passage) => [passage.id, passage]));
    const passages = Array.from(distinct.values(), (passage): RatedPassage => {
      const candidate = found.get(passage.id) ?? { bm25: 0, related: 0, cosine: null };
      const fit = { ...measure(candidate), ...measureText(passage) };
      const { bm25: score, cosine } = candidate;
      const section = nameSection(passage);
      return { passage, section, bm25: score, cosine, fit, utility: ratePassage(fit, formula) };
    });
    return { passages: passages.toSorted((a, b) => b.utility - a.utility), hasVectors, terms };
  };
}

/** A candidate's words and cosine. One without a vector gets the average: neither reward nor punishment for being new. */
function createMeasure(candidates: readonly Candidate[], words: ReadonlyMap<string, number>) {
  const whole = words.values().reduce((sum, weight) => sum + weight, 0) || 1;
  const cosines = candidates.flatMap(({ cosine }) => cosine ?? []);
  const mean = cosines.reduce((sum, value) => sum + value, 0) / (cosines.length || 1);
  return ({ bm25, related, cosine }: Pick<Candidate, 'bm25' | 'related' | 'cosine'>) => ({
    words: bm25 / whole,
    related: related / whole,
    cosine: cosine ?? mean,
  });
}

/** Whether only some sources are asked. */
export function isFiltered({ tags = [], sourceIds }: SearchQuery): boolean {
  return tags.length > 0 || sourceIds !== undefined;
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
