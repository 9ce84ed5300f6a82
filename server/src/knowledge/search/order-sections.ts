import { measureBand } from './measure-band.ts';
import type { PassageHit, QuestionTerm } from './passage.ts';
import type { RankedSection } from './rank-sections.ts';
import { loadRankingWeights } from './ranking-weights.ts';

/** The probability of a passage without known questions falls with this power of its score, as a share of the best one. */
const FALL = 6;

/** What may answer a question: a section, a topic that no source holds, or a passage without known questions. */
interface Alternative {
  probability: number;
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
 * Orders what was found by the chance that it answers: a section by its known questions, a passage of any other
 * source by how well its words and vector fit. A section's passages stay together, in reading order. `isAbsent`:
 * a topic that no source holds is likeliest.
 */
export function orderSections({ hits, terms, sections }: Found): {
  hits: PassageHit[];
  isAbsent: boolean;
} {
  const bySection = Map.groupBy(hits, ({ passage }) => passage.sectionId);
  const ranked = new Set(sections.map(({ sectionId }) => sectionId));
  const others = hits.filter(
    ({ passage }) => passage.sectionId === null || !ranked.has(passage.sectionId),
  );
  const known = sections.map(({ sectionId, ...section }): Alternative => ({
    ...section,
    hits: (bySection.get(sectionId) ?? []).toSorted(
      (a, b) => a.passage.ordinal - b.passage.ordinal,
    ),
  }));
  const all = [...known, ...rateOthers(others, terms)].toSorted(
    (a, b) => b.probability - a.probability,
  );
  return {
    hits: all.flatMap(({ probability, hits: own }) => own.map((hit) => ({ ...hit, probability }))),
    isAbsent: all[0]?.isAbsent ?? false,
  };
}

/** What has no known questions as alternatives: passages under one heading together, by the best of them. */
function rateOthers(hits: readonly PassageHit[], terms: readonly QuestionTerm[]): Alternative[] {
  if (hits.length === 0) return [];
  const best = Math.max(Number.EPSILON, ...hits.map(({ score }) => score));
  const chance = measureChanceOfBest(hits, terms);
  return [...Map.groupBy(hits, ({ section }) => section).values()].map((own) => {
    const score = Math.max(0, ...own.map((hit) => hit.score));
    return { probability: chance * (score / best) ** FALL, isAbsent: false, hits: inOrder(own) };
  });
}

function inOrder(hits: readonly PassageHit[]): PassageHit[] {
  return hits.toSorted((a, b) => a.passage.ordinal - b.passage.ordinal);
}

/** A logistic that reaches the decision's limits where the band's measure has its own. */
function measureChanceOfBest(hits: readonly PassageHit[], terms: readonly QuestionTerm[]): number {
  const { value, hasVectors } = measureBand({ hits: [...hits], terms: [...terms] });
  const { bands, decision } = loadRankingWeights();
  const { closest, answered } = hasVectors ? bands.withVectors : bands.wordsOnly;
  const [low, high] = [toLogOdds(decision.floor), toLogOdds(decision.sure)];
  const logOdds = low + ((high - low) * (value - closest)) / (answered - closest);
  return 1 / (1 + Math.exp(-logOdds));
}

function toLogOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}
