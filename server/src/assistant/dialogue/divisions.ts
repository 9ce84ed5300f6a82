import type { Source } from '@pathway/contract/chat';
import type { Passage, PassageHit } from '../../knowledge/search/passage.ts';
import type { AnswerContext } from '../answer.ts';
import type { DomainName, Words } from '../domain.ts';
import { findGoals } from './asker.ts';

/** Best hits beside which other divisions' sections are looked for. */
const LOOKED_BESIDE = 3;
/** Maximum of sections, the best hit's included. */
const SECTIONS_MAX = 3;

/** Divisions that a text names. */
function findDivisions(text: string, words: Words): DomainName[] {
  return findGoals(text, words).filter((name) => words.divisions.includes(name));
}

/**
 * When the question names no division but the best hit's heading names one: that hit and the sections of
 * other divisions in the same source, among the hits or beside the best ones, in the order of the
 * divisions' names. One division's rule must not answer for all. Empty when there is no such other.
 * Worth 0 points on the sets, whose facts stand in one section: it serves who does not know that rules differ.
 */
export async function listDivisionSections(
  {
    standAlone,
    domain: { words },
    readNeighbours,
  }: Pick<AnswerContext, 'standAlone' | 'domain' | 'readNeighbours'>,
  hits: readonly PassageHit[],
): Promise<PassageHit[]> {
  const [best] = hits;
  const division = best === undefined ? null : headedBy(best.passage, words);
  if (best === undefined || division === null) return [];
  if (findDivisions(standAlone, words).length > 0) return [];

  const beside = await readNeighbours(hits.slice(0, LOOKED_BESIDE).map(({ passage }) => passage));
  const { score } = best;
  const sections = new Map([[division, best]]);
  const candidates = [
    ...hits,
    ...beside.map((passage) => ({ passage, bm25: 0, coverage: 0, cosine: null, score })),
  ];
  for (const hit of candidates) {
    const other = headedBy(hit.passage, words);
    const isNew = other !== null && !sections.has(other) && sections.size < SECTIONS_MAX;
    if (isNew && hit.passage.source.id === best.passage.source.id) sections.set(other, hit);
  }
  if (sections.size === 1) return [];
  return [...sections]
    .toSorted(([a], [b]) => a.name.localeCompare(b.name))
    .map(([, section]) => section);
}

/** The one division that the passage's heading names, or null. */
function headedBy({ headingPath }: Passage, words: Words): DomainName | null {
  const [first, ...more] = findDivisions(headingPath.at(-1) ?? '', words);
  return first !== undefined && more.length === 0 ? first : null;
}

/**
 * A warning when the question names no division but the headings of all quoted passages name the same
 * one: its rule must not be read as everybody's. Empty otherwise.
 */
export function describeScope(
  { standAlone, domain: { words, texts } }: Pick<AnswerContext, 'standAlone' | 'domain'>,
  sources: readonly Source[],
): string {
  if (findDivisions(standAlone, words).length > 0) return '';
  const named = sources.map(({ heading }) => findDivisions(heading ?? '', words));
  const [first] = named[0] ?? [];
  const isOnlyFirst = named.every((divisions) => divisions.length === 1 && divisions[0] === first);
  return first !== undefined && isOnlyFirst ? texts.one_division({ division: first.name }) : '';
}
