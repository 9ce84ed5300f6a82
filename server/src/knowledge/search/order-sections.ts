import { measureBand } from './measure-band.ts';
import type { PassageHit, QuestionTerm } from './passage.ts';
import { type RankedSection, toProbabilities } from './rank-sections.ts';
import { loadRankingWeights } from './ranking-weights.ts';
import type { SectionFormula, SectionWeights } from './section-weights.ts';

/** The probability of a passage without known questions falls with this power of its score, as a share of the best one. */
const FALL = 6;

/** What may answer a question: a section, a topic that no source holds, or a passage without known questions. */
interface Alternative {
  utility: number;
  isAbsent: boolean;
  hits: PassageHit[];
}

/** Found passages, and the sections that known questions found. */
interface Found {
  hits: readonly PassageHit[];
  terms: readonly QuestionTerm[];
  sections: readonly RankedSection[];
}

/**
 * Orders what was found by the probability that it answers: a section by its known questions, and a passage
 * of any other source by how well its words and vector fit, on one scale. A section's passages stay together,
 * in reading order.
 */
export function orderSections(
  { hits, terms, sections }: Found,
  { none }: SectionFormula,
  { compared }: Pick<SectionWeights, 'compared'>,
): { hits: PassageHit[]; isAbsent: boolean } {
  const bySection = Map.groupBy(hits, ({ passage }) => passage.sectionId);
  const known = sections.map(({ sectionId, isAbsent, utility }): Alternative => ({
    utility,
    isAbsent,
    hits: (bySection.get(sectionId) ?? []).toSorted(
      (a, b) => a.passage.ordinal - b.passage.ordinal,
    ),
  }));
  const ranked = new Set(sections.map(({ sectionId }) => sectionId));
  const others = hits.filter(
    ({ passage }) => passage.sectionId === null || !ranked.has(passage.sectionId),
  );
  const all = [...known, ...rateOthers(others, terms, none)]
    .toSorted((a, b) => b.utility - a.utility)
    .slice(0, Math.max(compared, others.length));
  const probabilities = toProbabilities(
    all.slice(0, compared).map(({ utility }) => utility),
    none,
  );
  const ordered = all.flatMap((alternative, index) => {
    const probability = probabilities[index] ?? 0;
    return alternative.hits.map((hit) => ({ ...hit, probability }));
  });
  return { hits: ordered, isAbsent: all[0]?.isAbsent ?? false };
}

/** Passages without known questions as alternatives, each for itself, in the order of their scores. */
function rateOthers(
  hits: readonly PassageHit[],
  terms: readonly QuestionTerm[],
  none: number,
): Alternative[] {
  if (hits.length === 0) return [];
  const best = Math.max(Number.EPSILON, ...hits.map(({ score }) => score));
  const odds = measureLogOdds(hits, terms);
  return hits.map((hit) => ({
    utility: none + odds + FALL * Math.log(Math.max(Number.EPSILON, hit.score / best)),
    isAbsent: false,
    hits: [hit],
  }));
}

/** Of the best of these passages: even where a question counts as answered, .15 to .85 where as close. */
function measureLogOdds(hits: readonly PassageHit[], terms: readonly QuestionTerm[]): number {
  const { value, hasVectors } = measureBand({ hits: [...hits], terms: [...terms] });
  const { bands } = loadRankingWeights();
  const { closest, answered } = hasVectors ? bands.withVectors : bands.wordsOnly;
  return (Math.log(0.85 / 0.15) * (value - answered)) / (answered - closest);
}
