import type { Passage, PassageHit } from '../../knowledge/search/passage.ts';

/** For tests: a passage as search finds it, in a section by its source and headings. */
export function makeHit(passage: Passage, found: Partial<PassageHit> = {}): PassageHit {
  return {
    passage,
    section: [passage.source.id, ...passage.headingPath].join('\n'),
    probability: 0.9,
    utility: 0,
    bm25: 1,
    cosine: null,
    ...found,
  };
}
