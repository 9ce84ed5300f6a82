import { LRUCache } from 'lru-cache';
import type { SectionTexts } from '../index/section-store.ts';
import { LIGHT_TERMS } from '../words/light-words.ts';
import { toTermsIn } from '../words/to-terms.ts';
import type {
  MeasuredSection,
  MeasureSections,
  RankedSection,
  QuestionEmbedding,
  SectionQuestion,
} from './measure-sections.ts';
import { measureNearest, type ReadQuestion, readWords } from './nearest-questions.ts';
import type { QuestionTerm, SearchQuery } from './passage.ts';
import { addContext, measureContext, measureLeaning } from './question-context.ts';
import {
  countGrams,
  joinWords,
  type GramCounts,
  loadGramRarity,
  measureGrams,
  weighGrams,
} from './question-grams.ts';
import { loadSectionWeights, type SectionFormula, type SectionWeights } from './section-weights.ts';

/** What a section is rated by. */
export interface SectionFit extends Pick<MeasuredSection, 'words' | 'centre'> {
  /** BM25 of its text and known questions for the question's runs of letters, over their weight. */
  grams: number;
  /** How near its known questions come, as {@link measureNearest} says. */
  nearness: number;
}

/** Sections, best first, and the formula by which they were rated. */
export interface RankedSections {
  sections: RankedSection[];
  bySections: 'withVectors' | 'wordsOnly';
}

/** Terms of a question for {@link SectionQuestion}, each once; words of every question count less. */
export function weighSectionTerms(
  text: string,
  language: string,
  { lightWord }: Pick<SectionWeights, 'lightWord'> = loadSectionWeights(),
): Map<string, number> {
  return new Map(
    toTermsIn(language, text).map((term) => [term, LIGHT_TERMS.has(term) ? lightWord : 1]),
  );
}

/** The sections by their utility, best first. */
export function rankSections<S extends SectionFit & { sectionId: number }>(
  measured: readonly S[],
  formula: Omit<SectionFormula, 'odds'>,
): (S & { utility: number })[] {
  return measured
    .map((section) => ({ ...section, utility: rateSection(section, formula) }))
    .toSorted((a, b) => b.utility - a.utility || a.sectionId - b.sectionId);
}

/** How well a section fits, to be compared with other sections. */
export function rateSection(
  { words, centre, grams, nearness }: SectionFit,
  formula: Omit<SectionFormula, 'odds'>,
): number {
  return (
    formula.words * words +
    formula.centre * centre +
    formula.grams * grams +
    formula.nearness * nearness
  );
}

type Ranked = RankedSections & { terms: QuestionTerm[] };

/** What was found, and which sentences of a section questions like the one asked are answered by. */
export interface FoundSections extends Ranked {
  listSentences(sectionId: number): ReadonlyMap<string, number>;
}

/** The texts of sections with their known questions in a language, by id. */
export type ReadTexts = (
  sectionIds: readonly number[],
  language: string,
) => Promise<Map<number, SectionTexts>>;

/**
 * Finds the sections whose known questions a question is like, best first; at most `compared` of the weights, and as
 * many for each earlier question.
 */
export type FindSections = (
  query: Pick<SearchQuery, 'question' | 'asked' | 'earlier'> & { language: string },
  embed: (text: string) => Promise<QuestionEmbedding | undefined>,
) => Promise<FoundSections>;

/** Sections that are remembered as they were read; reading takes longer than comparing. 4,000 take about 100 MB. */
const READ_MAX = 4_000;

/**
 * To the sections of a short question what was asked before it adds, which is read in the same way. `embed` gives
 * undefined where words alone have to do.
 */
export function createSectionFinder(
  { measure, readTexts }: { measure: MeasureSections; readTexts: ReadTexts },
  weights: SectionWeights = loadSectionWeights(),
): FindSections {
  const reader = createSectionReader(readTexts);
  const { followUp } = weights;

  /** The best sections by words and centre, compared by their letters and known questions as well, which takes longer. */
  async function rank(question: SectionQuestion, text: string): Promise<Ranked> {
    const { language, embedding } = question;
    const bySections = embedding === undefined ? 'wordsOnly' : 'withVectors';
    const formula = weights[bySections];
    const { sections, terms } = await measure(question);
    const glanced = sections.map((section) => ({ ...section, grams: 0, nearness: 0 }));
    const best = rankSections(glanced, formula).slice(0, weights.compared);
    const rarity = loadGramRarity(language);
    await reader.read(best, language);
    const grams = rarity && weighGrams(text, rarity);
    const words = readWords(text);
    const rated = best.map((section) => {
      const own = reader.remembered(section.sectionId, language);
      if (own === undefined) return section;
      const { nearness } = measureNearest(words, own.questions, weights.nearest);
      if (!rarity || !grams) return { ...section, grams: 0, nearness };
      const options = { bm25: weights.bm25, averageLength: rarity.averageLength };
      return { ...section, grams: measureGrams(grams, own.grams, options), nearness };
    });
    return { sections: rankSections(rated, formula), bySections, terms };
  }

  return async ({ question, asked = question, earlier = [], language }, embed) => {
    const context: RankedSection[][] = [];
    const find = async (text: string): Promise<Ranked> => {
      const terms = weighSectionTerms(text, language, weights);
      const alone = await rank({ language, terms, embedding: await embed(text) }, text);
      if (context.length === 0 || terms.size > followUp.maxWords) return alone;
      const { odds } = weights[alone.bySections];
      const { recency } = followUp;
      const measured = measureContext(alone.sections, context, { odds, recency });
      const leaning = measureLeaning(terms, alone.terms);
      return { ...alone, sections: addContext(measured, leaning, followUp) };
    };
    const isShort = weighSectionTerms(asked, language, weights).size <= followUp.maxWords;
    for (const text of isShort ? earlier.slice(-followUp.questions) : []) {
      context.push((await find(text)).sections);
    }
    const words = readWords(asked);
    return {
      ...(await find(asked)),
      listSentences(sectionId) {
        const known = reader.remembered(sectionId, language)?.questions ?? [];
        return measureNearest(words, known, weights.nearest).sentences;
      },
    };
  };
}

/** A section as it is compared with questions. */
interface ReadSection {
  revision: number;
  grams: GramCounts;
  questions: ReadQuestion[];
}

/** Reads sections and remembers what it has read, for as long as a section stays as it is. */
function createSectionReader(readTexts: ReadTexts) {
  const known = new LRUCache<string, ReadSection>({ max: READ_MAX });
  const remembered = (sectionId: number, language: string) => known.get(`${language} ${sectionId}`);
  return {
    async read(sections: readonly MeasuredSection[], language: string): Promise<void> {
      const missing = sections.filter(
        ({ sectionId, revision }) => remembered(sectionId, language)?.revision !== revision,
      );
      const ids = missing.map(({ sectionId }) => sectionId);
      const texts = ids.length === 0 ? new Map() : await readTexts(ids, language);
      for (const { sectionId, revision } of missing) {
        const own: SectionTexts | undefined = texts.get(sectionId);
        if (own === undefined) continue;
        const questions = own.questions.map(({ text, ...rest }) => ({
          ...rest,
          words: readWords(text),
        }));
        const grams = countGrams(joinWords(own.text));
        known.set(`${language} ${sectionId}`, { revision, grams, questions });
      }
    },
    /** What was read of a section; undefined of another one. */
    remembered,
  };
}
