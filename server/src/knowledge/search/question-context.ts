import type { QuestionTerm } from './passage.ts';
import type { RankedSection } from './measure-sections.ts';
import { measureChance, type Odds, type SectionWeights } from './section-weights.ts';

/** What a question found. */
export interface Found {
  /** Sections, best first. */
  sections: readonly RankedSection[];
  /** Terms that were looked for. */
  terms: readonly QuestionTerm[];
}

/** How a section stands to what was asked before. */
export interface ContextFit {
  /** Its utility for the earlier questions, less the mean of all sections. */
  question: number;
  /** Share of its source in what answered them, in [0, 1]. */
  source: number;
  /** Share of the section before it in its source, likewise: people go on reading. */
  next: number;
}

/**
 * What earlier questions say about the sections that a question found, or that they found. Each earlier question counts
 * by the chance that it was answered, so that a word in passing (`thats a lot`) does not hide what was spoken of, and
 * `recency` times as much as the one after it; one about an absent topic counts for nothing. `earlier` is oldest first.
 */
export function measureContext(
  own: readonly RankedSection[],
  earlier: readonly (readonly RankedSection[])[],
  { odds, recency }: { odds: Odds; recency: number },
): (RankedSection & { context: ContextFit })[] {
  const lowest = own.at(-1)?.utility ?? 0;
  const candidates = new Map(own.map((section) => [section.sectionId, section]));
  for (const section of earlier.flat()) {
    if (candidates.has(section.sectionId)) continue;
    candidates.set(section.sectionId, { ...section, utility: lowest });
  }
  const mixed = mixContexts(earlier, odds, recency);
  const utilities = Array.from(candidates.keys(), (id) => mixed.utilityOf(id));
  const mean = utilities.reduce((sum, value) => sum + value, 0) / (utilities.length || 1);
  return Array.from(candidates.values(), (section, index) => ({
    ...section,
    context: {
      question: (utilities[index] ?? 0) - mean,
      source: mixed.sources.get(section.source ?? '') ?? 0,
      next: mixed.sections.get(nameBefore(section)) ?? 0,
    },
  }));
}

/** The earlier questions as one: the utility of each section, and the shares of sources and sections in the answers. */
function mixContexts(earlier: readonly (readonly RankedSection[])[], odds: Odds, recency: number) {
  const asked = earlier
    .map((sections, index) => ({ sections, after: earlier.length - 1 - index }))
    .filter(({ sections: [first] }) => first !== undefined && !first.isAbsent)
    .map(({ sections, after }) => {
      const [first, second] = sections;
      const best = first?.utility ?? 0;
      const chance = measureChance(best, best - (second?.utility ?? best), odds);
      return {
        counts: chance * recency ** after,
        lowest: sections.at(-1)?.utility ?? 0,
        utilities: new Map(sections.map(({ sectionId, utility }) => [sectionId, utility])),
        shares: shareOut(sections),
      };
    });
  const whole = asked.reduce((sum, { counts }) => sum + counts, 0) || 1;
  const sources = new Map<string, number>();
  const sections = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, value: number) =>
    sums.set(key, (sums.get(key) ?? 0) + value);
  for (const { counts, shares } of asked) {
    for (const { section, share } of shares) {
      if (section.source === null) continue;
      add(sources, section.source, (counts / whole) * share);
      add(sections, nameSection(section), (counts / whole) * share);
    }
  }
  const utilityOf = (id: number) =>
    asked.reduce(
      (sum, { counts, utilities, lowest }) =>
        sum + (counts / whole) * (utilities.get(id) ?? lowest),
      0,
    );
  return { sources, sections, utilityOf };
}

/** Shares of the sections in what answers, by their utilities alone. */
function shareOut(sections: readonly RankedSection[]) {
  const highest = sections[0]?.utility ?? 0;
  const shares = sections.map(({ utility }) => Math.exp(utility - highest));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  return sections.map((section, index) => ({ section, share: (shares[index] ?? 0) / whole }));
}

function nameSection({ source, ordinal }: RankedSection): string {
  return `${source} ${ordinal}`;
}

function nameBefore({ source, ordinal }: RankedSection): string {
  return `${source} ${ordinal - 1}`;
}

/**
 * How much a question leaves to those before it, in [0, 1]: the more, the fewer words it has of its own that say
 * something, and the more of them stand in any section. One of other things belongs to no context.
 */
export function measureLeaning(
  own: ReadonlyMap<string, number>,
  terms: readonly QuestionTerm[],
): number {
  let held = 0;
  let whole = 0;
  for (const { term, idf, documentFrequency } of terms) {
    const asked = (own.get(term) ?? 0) * idf;
    whole += asked;
    if (documentFrequency > 0) held += asked;
  }
  const saying = [...own.values()].filter((share) => share === 1).length;
  // Squared: half of the capital of Mongolia is of this field.
  return (whole === 0 ? 1 : (held / whole) ** 2) / (1 + saying);
}

/** The sections with what the context adds to each, best first. */
export function addContext(
  measured: readonly (RankedSection & { context: ContextFit })[],
  leaning: number,
  { question, source, next }: Pick<SectionWeights['followUp'], 'question' | 'source' | 'next'>,
): RankedSection[] {
  return measured
    .map(({ context, utility, ...section }) => ({
      ...section,
      utility:
        utility +
        leaning * (question * context.question + source * context.source + next * context.next),
    }))
    .toSorted((a, b) => b.utility - a.utility || a.sectionId - b.sectionId);
}
