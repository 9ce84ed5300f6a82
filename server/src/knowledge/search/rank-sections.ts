import { LRUCache } from 'lru-cache';
import { LIGHT_TERMS } from '../words/light-words.ts';
import { toTermsIn } from '../words/to-terms.ts';
import type {
  MeasuredSection,
  MeasureSections,
  RankedSection,
  QuestionEmbedding,
  SectionQuestion,
} from './measure-sections.ts';
import type { QuestionTerm, SearchQuery } from './passage.ts';
import { addContext, measureContext, measureLeaning } from './question-context.ts';
import {
  countGrams,
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
export function rankSections(
  measured: readonly (Omit<RankedSection, 'utility'> & SectionFit)[],
  formula: Omit<SectionFormula, 'odds'>,
): RankedSection[] {
  return measured
    .map(({ sectionId, source, ordinal, isAbsent, ...fit }) => ({
      sectionId,
      source,
      ordinal,
      isAbsent,
      utility: rateSection(fit, formula),
    }))
    .toSorted((a, b) => b.utility - a.utility || a.sectionId - b.sectionId);
}

/** How well a section fits, to be compared with other sections. */
export function rateSection(
  { words, centre, grams }: SectionFit,
  formula: Omit<SectionFormula, 'odds'>,
): number {
  return formula.words * words + formula.centre * centre + formula.grams * grams;
}

type Ranked = RankedSections & { terms: QuestionTerm[] };

/** The texts of sections with their known questions in a language, by id. */
export type ReadTexts = (
  sectionIds: readonly number[],
  language: string,
) => Promise<Map<number, string>>;

/**
 * Finds the sections whose known questions a question is like, best first; at most `compared` of the weights, and as
 * many for each earlier question.
 */
export type FindSections = (
  query: Pick<SearchQuery, 'question' | 'asked' | 'earlier'> & { language: string },
  embed: (text: string) => Promise<QuestionEmbedding | undefined>,
) => Promise<Ranked>;

/** Sections whose counted grams are remembered; counting takes longer than comparing. 4,000 take about 100 MB. */
const COUNTED_MAX = 4_000;

/**
 * To the sections of a short question what was asked before it adds, which is read in the same way. `embed` gives
 * undefined where words alone have to do.
 */
export function createSectionFinder(
  { measure, readTexts }: { measure: MeasureSections; readTexts: ReadTexts },
  weights: SectionWeights = loadSectionWeights(),
): FindSections {
  const countSections = createGramCounter(readTexts);
  const { followUp } = weights;

  /** The best sections by words and centre, compared by their letters as well, which takes longer. */
  async function rank(question: SectionQuestion, text: string): Promise<Ranked> {
    const { language, embedding } = question;
    const bySections = embedding === undefined ? 'wordsOnly' : 'withVectors';
    const formula = weights[bySections];
    const { sections, terms } = await measure(question);
    const best = sections
      .map((section) => ({ section, rate: rateSection({ ...section, grams: 0 }, formula) }))
      .toSorted((a, b) => b.rate - a.rate)
      .slice(0, weights.compared)
      .map(({ section }) => section);
    const rarity = loadGramRarity(language);
    const counts = rarity && (await countSections(best, language));
    const asked = rarity && weighGrams(text, rarity);
    const rated = best.map((section) => {
      const counted = counts?.get(section.sectionId);
      if (!rarity || !asked || !counted) return { ...section, grams: 0 };
      const options = { bm25: weights.bm25, averageLength: rarity.averageLength };
      return { ...section, grams: measureGrams(asked, counted, options) };
    });
    return { sections: rankSections(rated, formula), bySections, terms };
  }

  return async ({ question, asked = question, earlier = [], language }, embed) => {
    const context: RankedSection[][] = [];
    const find = async (text: string) => {
      const terms = weighSectionTerms(text, language, weights);
      const alone = await rank({ language, terms, embedding: await embed(text) }, text);
      if (context.length === 0 || terms.size > followUp.maxWords) return alone;
      const measured = measureContext(alone.sections, context, weights[alone.bySections].odds);
      const leaning = measureLeaning(terms, alone.terms);
      return { ...alone, sections: addContext(measured, leaning, followUp) };
    };
    const isShort = weighSectionTerms(asked, language, weights).size <= followUp.maxWords;
    for (const text of isShort ? earlier.slice(-followUp.questions) : []) {
      context.push((await find(text)).sections);
    }
    return find(asked);
  };
}

/** Remembers what it has counted, for as long as a section stays as it is. */
function createGramCounter(readTexts: ReadTexts) {
  const counted = new LRUCache<string, GramCounts>({ max: COUNTED_MAX });
  return async (sections: readonly MeasuredSection[], language: string) => {
    const keyOf = ({ sectionId, revision }: MeasuredSection) =>
      `${language} ${sectionId} ${revision}`;
    const missing = sections.filter((section) => !counted.has(keyOf(section)));
    const texts =
      missing.length === 0
        ? new Map<number, string>()
        : await readTexts(
            missing.map(({ sectionId }) => sectionId),
            language,
          );
    return new Map(
      sections.flatMap((section): [number, GramCounts][] => {
        const { sectionId } = section;
        const known = counted.get(keyOf(section));
        if (known !== undefined) return [[sectionId, known]];
        const text = texts.get(sectionId);
        if (text === undefined) return [];
        const counts = countGrams(text);
        counted.set(keyOf(section), counts);
        return [[sectionId, counts]];
      }),
    );
  };
}
