import type { RatedPassage } from './find-passages.ts';
import type { PassageHit } from './passage.ts';
import { loadPassageWeights, type PassageWeights } from './passage-weights.ts';
import type { FoundSections } from './rank-sections.ts';
import { loadSectionWeights, measureChance, type SectionWeights } from './section-weights.ts';

/** What may answer a question: a section, a topic that no source holds, or a passage without known questions. */
interface Alternative {
  probability: number;
  isAbsent: boolean;
  passages: readonly RatedPassage[];
  sentences?: ReadonlyMap<string, number>;
}

/** Sections that known questions found, best first, and found passages. */
interface Found extends Pick<FoundSections, 'sections' | 'bySections' | 'listSentences'> {
  passages: readonly RatedPassage[];
  /** Whether vectors counted when passages were rated. */
  hasVectors: boolean;
}

/**
 * Orders what was found by the chance that it answers: a section by its known questions, any other passage by
 * itself. A section's passages stay together, in reading order. `isAbsent`: a topic that no source holds is
 * likeliest.
 */
export function orderSections(
  { sections, bySections, listSentences, passages, hasVectors }: Found,
  weights: { sections: SectionWeights; passages: PassageWeights } = {
    sections: loadSectionWeights(),
    passages: loadPassageWeights(),
  },
): { hits: PassageHit[]; isAbsent: boolean } {
  const ofSection = Map.groupBy(passages, ({ passage }) => passage.sectionId);
  const ranked = new Set(sections.map(({ sectionId }) => sectionId));
  const others = passages.filter(
    ({ passage }) => passage.sectionId === null || !ranked.has(passage.sectionId),
  );
  const { none, odds } = hasVectors ? weights.passages.withVectors : weights.passages.wordsOnly;
  const [first, second] = sections;
  const bestPassage = Math.max(...others.map(({ utility }) => utility));
  const known = sections.map(({ sectionId, isAbsent, utility }): Alternative => {
    const otherSection = (first?.sectionId === sectionId ? second : first)?.utility ?? none;
    const other = Math.max(otherSection, bestPassage);
    const own = (ofSection.get(sectionId) ?? []).toSorted(byPlace);
    const probability = measureChance(utility, utility - other, weights.sections[bySections].odds);
    return { probability, isAbsent, passages: own, sentences: listSentences(sectionId) };
  });
  const bestSection = Math.max(none, first?.utility ?? none);
  const unknown = others.map((passage): Alternative => {
    const probability = measureChance(passage.utility, passage.utility - bestSection, odds);
    return { probability, isAbsent: false, passages: [passage] };
  });
  const all = [...known, ...unknown].toSorted((a, b) => b.probability - a.probability);
  const hits = all.flatMap(({ passages: own, probability, sentences }) =>
    own.map((passage): PassageHit => ({
      ...passage,
      probability,
      ...(sentences && { sentences }),
    })),
  );
  return { hits, isAbsent: all[0]?.isAbsent ?? false };
}

function byPlace(a: RatedPassage, b: RatedPassage): number {
  return a.passage.ordinal - b.passage.ordinal;
}
