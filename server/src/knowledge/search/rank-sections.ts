import { LRUCache } from 'lru-cache';
import { LIGHT_TERMS } from '../words/light-words.ts';
import { toTermsIn } from '../words/to-terms.ts';
import type {
  MeasuredSection,
  MeasureSections,
  QuestionEmbedding,
  SectionQuestion,
} from './measure-sections.ts';
import type { QuestionTerm, SearchQuery } from './passage.ts';
import {
  countGrams,
  type GramCounts,
  joinGrams,
  loadGramRarity,
  measureGrams,
  type WeighedGrams,
  weighGrams,
} from './question-grams.ts';
import { loadSectionWeights, type SectionFormula, type SectionWeights } from './section-weights.ts';

/** What a section is rated by. */
export interface SectionFit extends Pick<MeasuredSection, 'words' | 'centre'> {
  /** BM25 of its text and known questions for the question's runs of letters, over their weight. */
  grams: number;
}

/** A section with how well it fits, to be compared with others. */
export interface RankedSection extends Pick<MeasuredSection, 'sectionId' | 'source' | 'isAbsent'> {
  utility: number;
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

/**
 * The question with the one before it: that one's words and vector by their shares, where they are new.
 */
export function joinQuestions(
  question: SectionQuestion,
  before: Pick<SectionQuestion, 'terms' | 'embedding'>,
  {
    words,
    vector: share,
  }: Pick<SectionWeights['followUp'], 'words' | 'vector'> = loadSectionWeights().followUp,
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

/** The sections by their utility, best first; to `rateSource` what was asked before gives weight. */
export function rankSections(
  measured: readonly (Pick<MeasuredSection, 'sectionId' | 'source' | 'isAbsent'> & SectionFit)[],
  formula: Omit<SectionFormula, 'odds'>,
  rateSource: (source: string | null) => number = () => 0,
): RankedSection[] {
  return measured
    .map(({ sectionId, source, isAbsent, ...fit }) => ({
      sectionId,
      source,
      isAbsent,
      utility: rateSection(fit, formula) + rateSource(source),
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

/** The texts of sections with their known questions in a language, by id. */
export type ReadTexts = (
  sectionIds: readonly number[],
  language: string,
) => Promise<Map<number, string>>;

/**
 * Finds the sections whose known questions a question is like, best first, at most `compared` of the weights.
 * `terms` are those that were looked for: the question's own, and those of the one before it.
 */
export type FindSections = (
  query: Pick<SearchQuery, 'question' | 'asked' | 'earlier'> & { language: string },
  embed: (text: string) => Promise<QuestionEmbedding | undefined>,
) => Promise<RankedSections & { terms: QuestionTerm[] }>;

/** Sections whose counted grams are remembered; counting takes longer than comparing. 4,000 take about 100 MB. */
const COUNTED_MAX = 4_000;

/**
 * Takes a short question together with the one before it, which counts less; and the sources that answered that one
 * count for their sections. `embed` gives undefined where words alone have to do.
 */
export function createSectionFinder(
  { measure, readTexts }: { measure: MeasureSections; readTexts: ReadTexts },
  weights: SectionWeights = loadSectionWeights(),
): FindSections {
  const countSections = createGramCounter(readTexts);

  /** The best sections by words and centre, compared by their letters as well, which takes longer. */
  async function rank(
    question: SectionQuestion,
    asked: WeighedGrams | undefined,
    context?: Context,
  ): Promise<RankedSections & { terms: QuestionTerm[] }> {
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
    const counts =
      asked === undefined || rarity === undefined
        ? new Map<number, GramCounts>()
        : await countSections(best, language);
    const rated = best.map((section) => {
      const counted = counts.get(section.sectionId);
      if (asked === undefined || rarity === undefined || counted === undefined) {
        return { ...section, grams: 0 };
      }
      const { averageLength } = rarity;
      return {
        ...section,
        grams: measureGrams(asked, counted, { bm25: weights.bm25, averageLength }),
      };
    });
    // By words alone the question before counts much already.
    const rateSource = context && embedding && createSourceRating(context, terms, weights.followUp);
    return { sections: rankSections(rated, formula, rateSource), bySections, terms };
  }

  return async ({ question, asked = question, earlier = [], language }, embed) => {
    const { followUp } = weights;
    const rarity = loadGramRarity(language);
    const read = async (text: string) => ({
      question: {
        language,
        terms: weighSectionTerms(text, language, weights),
        embedding: await embed(text),
      },
      grams: rarity && weighGrams(text, rarity),
    });
    const join = async (text: string, before: string | undefined) => {
      const own = await read(text);
      if (before === undefined) return own;
      const other = await read(before);
      const grams = own.grams && other.grams && joinGrams(own.grams, other.grams, followUp.words);
      return { question: joinQuestions(own.question, other.question, followUp), grams };
    };
    const alone = await read(asked);
    const previous = earlier.at(-1);
    const { terms } = alone.question;
    if (previous === undefined || terms.size > followUp.maxWords) {
      return rank(alone.question, alone.grams);
    }
    const joined = await join(asked, previous);
    const before = await join(previous, earlier.at(-2));
    const shares = measureSources((await rank(before.question, before.grams)).sections);
    return rank(joined.question, joined.grams, { shares, own: terms });
  };
}

/** What was asked before a short question: which sources answered it, and the question's own words. */
interface Context {
  shares: ReadonlyMap<string | null, number>;
  own: SectionQuestion['terms'];
}

/**
 * What a source gains: the more it answered before, the fewer words the question has of its own, and the more of those
 * stand in any section. One of other things belongs to no source.
 */
function createSourceRating(
  { shares, own }: Context,
  terms: readonly QuestionTerm[],
  { source: weight }: Pick<SectionWeights['followUp'], 'source'>,
): (source: string | null) => number {
  let held = 0;
  let whole = 0;
  for (const { term, idf, documentFrequency } of terms) {
    const asked = (own.get(term) ?? 0) * idf;
    whole += asked;
    if (documentFrequency > 0) held += asked;
  }
  const saying = [...own.values()].filter((share) => share === 1).length;
  const gain = (weight * (whole === 0 ? 1 : held / whole)) / (1 + saying);
  return (source) => gain * (shares.get(source) ?? 0);
}

/** The chance of each source that one of its sections answers, by their utilities alone. */
function measureSources(sections: readonly RankedSection[]): ReadonlyMap<string | null, number> {
  const highest = sections[0]?.utility ?? 0;
  const shares = sections.map(({ utility }) => Math.exp(utility - highest));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const sources = new Map<string | null, number>();
  for (const [index, { source }] of sections.entries()) {
    if (source === null) continue;
    sources.set(source, (sources.get(source) ?? 0) + (shares[index] ?? 0) / whole);
  }
  return sources;
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
