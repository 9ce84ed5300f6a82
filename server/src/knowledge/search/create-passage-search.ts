import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../platform/db/tables.ts';
import type { EmbeddingModel } from '../embed/embedding-model.ts';
import { readSectionTexts } from '../index/section-store.ts';
import { createStatisticsReader, frequencyOf } from './collection-statistics.ts';
import { correctSpelling } from './correct-spelling.ts';
import { createPassageFinder, isFiltered, isHeaded, type RatedPassage } from './find-passages.ts';
import { createSectionMeasure, type QuestionEmbedding } from './measure-sections.ts';
import { orderSections } from './order-sections.ts';
import type { PassageHit, PassageSearch } from './passage.ts';
import { createSectionFinder, type FoundSections } from './rank-sections.ts';
import { listAsked, readSections, readTranslations, readUnderHeading } from './read-passages.ts';

/** How many of the best sections with known questions are read. */
const SECTIONS_READ = 6;
/** The language of documents, and the one that the bundled encoder reads. */
const ENGLISH = 'en';
const NOTHING: FoundSections = {
  sections: [],
  bySections: 'wordsOnly',
  terms: [],
  listSentences: () => new Map(),
};

/**
 * Search over the stored sources: sections by the questions that they are known to answer, passages of sources
 * without such by their words and vectors, on one scale of probability. Where only some sources are asked, passages
 * alone. Misspelt words of an English question are put right first. Without `embeddings` it works on words and letters alone.
 */
export function createPassageSearch(deps: {
  db: Kysely<Tables>;
  embeddings: EmbeddingModel | undefined;
  log: Logger;
  /** How many sources are still to be read for the first time; none when left out. */
  countUnread?: () => Promise<number>;
  /** What each search waits for; nothing when left out. */
  whenReady?: (signal: AbortSignal) => Promise<void>;
}): PassageSearch {
  const { db, countUnread = async () => 0, whenReady = async () => {} } = deps;
  const readStatistics = createStatisticsReader(db);
  const findPassages = createPassageFinder(db, readStatistics);
  const correct = (text: string) =>
    correctSpelling(text, async (terms) => {
      const statistics = await readStatistics(terms);
      return new Set(terms.filter((term) => frequencyOf(term, statistics) > 0));
    });
  const findSections = createSectionFinder({
    measure: createSectionMeasure(db),
    readTexts: (ids, language) => readSectionTexts(db, ids, language),
  });

  return {
    async search(given, signal) {
      signal.throwIfAborted();
      await whenReady(signal);
      const { language = ENGLISH, asked } = given;
      const isEnglish = language === ENGLISH;
      const query = isEnglish
        ? {
            ...given,
            question: await correct(given.question),
            ...(asked !== undefined && { asked: await correct(asked) }),
          }
        : given;
      const embed = createEmbedding(deps, isEnglish, signal);
      // Side by side, since the database takes longest: sections, and passages, which those of sections join.
      const ranking = isFiltered(query)
        ? Promise.resolve(NOTHING)
        : findSections({ ...query, language }, embed);
      const reading = ranking.then(({ sections }) => {
        signal.throwIfAborted();
        const likeliest = sections.filter(({ isAbsent }) => !isAbsent).slice(0, SECTIONS_READ);
        return readSections(
          db,
          likeliest.map(({ sectionId }) => sectionId),
        );
      });
      const finding = embed(query.question).then((embedding) =>
        findPassages(query, { embedding, besides: reading }, signal),
      );
      const [ranked, besides, found] = await Promise.all([ranking, reading, finding]);
      const all = isEnglish ? found.passages : await forgetUnasked(db, found.passages, language);
      const known = new Set(besides.map(({ id }) => id));
      const isOther = ({ passage }: RatedPassage) =>
        ranked.sections.length === 0 || (passage.sectionId === null && !passage.isIntroduction);
      const passages = [
        ...all.filter(({ passage }) => known.has(passage.id)),
        ...all.filter(isOther).slice(0, query.limit),
      ];
      const { isAbsent, hits } = orderSections({ ...found, ...ranked, passages });
      const whole = await completeFirst(db, hits);
      if (isEnglish) return { hits: whole, terms: found.terms, isAbsent };
      const translated = await translate(db, whole, language);
      const isTranslated = translated[0]?.passage.language === language;
      return { hits: translated, terms: isTranslated ? ranked.terms : found.terms, isAbsent };
    },
    countUnread,
  };
}

/** In a language in which a section has no known questions, its passages are found as those without a section. */
async function forgetUnasked(
  db: Kysely<Tables>,
  hits: readonly RatedPassage[],
  language: string,
): Promise<RatedPassage[]> {
  const sectionIds = hits.flatMap(({ passage: { sectionId } }) => sectionId ?? []);
  const asked = await listAsked(db, sectionIds, language);
  return hits.map((hit) => {
    const { sectionId } = hit.passage;
    if (sectionId === null || asked.has(sectionId)) return hit;
    return { ...hit, passage: { ...hit.passage, sectionId: null } };
  });
}

/** The hits, and behind them the rest of what stands under the heading of the first one, where that has no known questions. */
async function completeFirst(
  db: Kysely<Tables>,
  hits: readonly PassageHit[],
): Promise<PassageHit[]> {
  const [first] = hits;
  if (first === undefined || first.passage.sectionId !== null || !isHeaded(first.passage)) {
    return [...hits];
  }
  const found = new Set(hits.map(({ passage }) => passage.id));
  const rest = (await readUnderHeading(db, first.passage))
    .filter(({ id }) => !found.has(id))
    .map((passage) => ({ ...first, passage, utility: 0, bm25: 0, cosine: null }));
  return [...hits, ...rest];
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

/**
 * Embeds texts, each once; undefined, so that search goes on with words alone, when there is no model that reads
 * the language, it fails or it takes too long.
 */
function createEmbedding(
  { embeddings, log }: { embeddings: EmbeddingModel | undefined; log: Logger },
  isEnglish: boolean,
  signal: AbortSignal,
): (text: string) => Promise<QuestionEmbedding | undefined> {
  const known = new Map<string, Promise<QuestionEmbedding | undefined>>();
  const embed = async (text: string) => {
    if (embeddings === undefined || !isEnglish || text.trim() === '') return undefined;
    try {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(embeddings.timeoutMs)]);
      const [vector] = await embeddings.embed([text], deadline);
      if (vector === undefined || vector.every((value) => value === 0)) return undefined;
      const { name: model, dimensions } = await embeddings.identify(deadline);
      return { model, dimensions, vector };
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ event: 'question_not_embedded', err: error });
      return undefined;
    }
  };
  return (text) => {
    const made = known.get(text) ?? embed(text);
    known.set(text, made);
    return made;
  };
}
