import type { Source } from '@pathway/contract/chat';
import { chanceOf, type Section } from '../../knowledge/search/list-sections.ts';
import type { Passage } from '../../knowledge/search/passage.ts';
import { loadRankingWeights } from '../../knowledge/search/ranking-weights.ts';
import type { AnswerContext } from '../answer.ts';
import type { DomainName, Words } from '../domain.ts';
import { findGoals } from './asker.ts';

/** Maximum of sections, the best one included. */
const SECTIONS_MAX = 3;

/** Divisions that a text names. */
function findDivisions(text: string, words: Words): DomainName[] {
  return findGoals(text, words).filter((name) => words.divisions.includes(name));
}

/**
 * When the question names no division but the best section's heading names one: that section and those of other
 * divisions in the same source that are not about something else, in the order of the divisions' names. One division's rule must
 * not answer for all. Empty when there is no such other.
 */
export function listDivisionSections(
  { standAlone, domain: { words } }: Pick<AnswerContext, 'standAlone' | 'domain'>,
  found: readonly Section[],
): Section[] {
  const [best] = found.flatMap((section) => section.slice(0, 1));
  if (best === undefined || findDivisions(standAlone, words).length > 0) return [];
  const least = loadRankingWeights().suggestions.minProbability;
  const sections = new Map<DomainName, Section>();
  for (const section of found) {
    const [hit] = section;
    const division = hit === undefined ? null : headedBy(hit.passage, words);
    if (hit === best && division === null) return [];
    const isNew = division !== null && !sections.has(division) && sections.size < SECTIONS_MAX;
    const isNear = hit?.passage.source.id === best.passage.source.id && chanceOf(section) >= least;
    if (isNew && isNear) sections.set(division, section);
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
