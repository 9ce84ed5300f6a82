import { LIGHT_TERMS } from '../words/light-words.ts';
import { toTermsIn } from '../words/to-terms.ts';
import type {
  MeasuredSection,
  MeasureSections,
  QuestionEmbedding,
  SectionQuestion,
} from './measure-sections.ts';
import type { QuestionTerm, SearchQuery } from './passage.ts';
import { loadSectionWeights, type SectionFormula, type SectionWeights } from './section-weights.ts';

/** A section with the chance in [0, 1] that it answers the question. */
export interface RankedSection extends MeasuredSection {
  probability: number;
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

/**
 * The question with the one before it: that one's words and vector by their shares, where they are new.
 */
export function joinQuestions(
  question: SectionQuestion,
  before: Pick<SectionQuestion, 'terms' | 'embedding'>,
  { words, vector: share }: SectionWeights['followUp'] = loadSectionWeights().followUp,
): SectionQuestion {
  const terms = new Map(question.terms);
  for (const [term, weight] of before.terms) {
    if (!terms.has(term)) terms.set(term, weight * words);
  }
  const { embedding } = question;
  const earlier = before.embedding?.vector;
  if (embedding === undefined || earlier === undefined) return { ...question, terms };
  const vector = embedding.vector.map((value, index) => value + share * (earlier[index] ?? 0));
  return { ...question, terms, embedding: { ...embedding, vector } };
}

/** The sections with the chance that each answers, best first. */
export function rankSections(
  measured: readonly MeasuredSection[],
  formula: SectionFormula,
): RankedSection[] {
  const rated = measured
    .map((section) => ({ ...section, utility: rateSection(section, formula) }))
    .toSorted((a, b) => b.utility - a.utility || a.sectionId - b.sectionId);
  const [first, second] = rated;
  return rated.map(({ utility, ...section }, index) => {
    const other = (index === 0 ? second : first)?.utility ?? 0;
    return { ...section, probability: measureChance(utility, utility - other, formula) };
  });
}

/** How well a section fits, to be compared with other sections. */
export function rateSection(
  { words, centre }: Pick<MeasuredSection, 'words' | 'centre'>,
  formula: Pick<SectionFormula, 'words' | 'centre'>,
): number {
  return formula.words * words + formula.centre * centre;
}

/** The chance in [0, 1] that a section answers which is rated so, and so much better than the best other one. */
export function measureChance(
  utility: number,
  lead: number,
  { odds }: Pick<SectionFormula, 'odds'>,
): number {
  return 1 / (1 + Math.exp(-(odds.bias + odds.utility * utility + odds.lead * lead)));
}

/** Finds the sections whose known questions a question is like. `terms` are the question's own, as sections hold them. */
export type FindSections = (
  query: Pick<SearchQuery, 'question' | 'asked' | 'previous'> & { language: string },
  embed: (text: string) => Promise<QuestionEmbedding | undefined>,
) => Promise<{ sections: RankedSection[]; terms: QuestionTerm[] }>;

/**
 * Takes the question alone, and where no section fits that surely, together with the one before it. `embed`
 * gives undefined where words alone have to do.
 */
export function createSectionFinder(
  measure: MeasureSections,
  weights: SectionWeights = loadSectionWeights(),
): FindSections {
  const rank = async (question: SectionQuestion) => {
    const formula = question.embedding === undefined ? weights.wordsOnly : weights.withVectors;
    const { sections, terms } = await measure(question);
    return { sections: rankSections(sections, formula), terms };
  };
  return async ({ question, asked = question, previous, language }, embed) => {
    const read = async (text: string): Promise<SectionQuestion> => ({
      language,
      terms: weighSectionTerms(text, language, weights),
      embedding: await embed(text),
    });
    const own = await read(asked);
    const alone = await rank(own);
    const [first] = alone.sections;
    const isSure = first === undefined || first.probability >= weights.followUp.alone;
    if (previous === undefined || isSure) return alone;
    return rank(joinQuestions(own, await read(previous), weights.followUp));
  };
}
