import type { Source } from '@pathway/contract/chat';
import { findDivisions } from '../conversation/list-division-sections.ts';
import { scopeNote } from '../messages.ts';

/**
 * A warning when the question names no division but the headings of all quoted passages name the same
 * one: its rule must not be read as everybody's. Empty otherwise.
 */
export function describeScope(question: string, sources: readonly Source[]): string {
  if (findDivisions(question).length > 0) return '';
  const named = sources.map(({ heading }) => findDivisions(heading ?? ''));
  const [first] = named[0] ?? [];
  const isOnlyFirst = named.every((divisions) => divisions.length === 1 && divisions[0] === first);
  return first !== undefined && isOnlyFirst ? scopeNote(first.name) : '';
}
