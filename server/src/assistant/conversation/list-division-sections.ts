import type { Passage, PassageHit } from '../../knowledge/search/passage.ts';
import { DIVISIONS, type DomainName } from './domain-names.ts';
import { findGoals } from './prefer-goals.ts';

/** Best hits beside which other divisions' sections are looked for. */
const LOOKED_BESIDE = 3;
/** Most sections, the best hit's included. */
const SECTIONS_MAX = 3;

/** Divisions that a text names. */
export function findDivisions(text: string): DomainName[] {
  return findGoals(text).filter((name) => DIVISIONS.includes(name));
}

/**
 * When the question names no division but the best hit's heading names one: that hit and the sections of
 * other divisions in the same source, among the hits or beside the best ones, in the order of the
 * divisions' names. One division's rule must not answer for all. Empty when there is no such other.
 */
export async function listDivisionSections(
  question: string,
  hits: readonly PassageHit[],
  readNeighbours: (passages: readonly Passage[]) => Promise<Passage[]>,
): Promise<PassageHit[]> {
  const [best] = hits;
  const division = best === undefined ? null : headedBy(best.passage);
  if (best === undefined || division === null || findDivisions(question).length > 0) return [];

  const beside = await readNeighbours(hits.slice(0, LOOKED_BESIDE).map(({ passage }) => passage));
  const { score } = best;
  const sections = new Map([[division, best]]);
  const candidates = [
    ...hits,
    ...beside.map((passage) => ({ passage, bm25: 0, coverage: 0, cosine: null, score })),
  ];
  for (const hit of candidates) {
    const other = headedBy(hit.passage);
    const isNew = other !== null && !sections.has(other) && sections.size < SECTIONS_MAX;
    if (isNew && hit.passage.source.id === best.passage.source.id) sections.set(other, hit);
  }
  if (sections.size === 1) return [];
  return [...sections]
    .toSorted(([a], [b]) => a.name.localeCompare(b.name))
    .map(([, section]) => section);
}

/** The one division that the passage's heading names, or null. */
function headedBy({ headingPath }: Passage): DomainName | null {
  const [first, ...more] = findDivisions(headingPath.at(-1) ?? '');
  return first !== undefined && more.length === 0 ? first : null;
}
