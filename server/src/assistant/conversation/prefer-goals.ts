import type { PassageHit } from '../../knowledge/search/passage.ts';
import { DIVISIONS, SPORTS, type DomainName } from './domain-names.ts';

/** What a hit gains for each goal it names; enough to break ties, not to change a clear order. */
const GAIN = 0.04;

/** Sports and divisions that a text names, at most one of overlapping names. */
export function findGoals(text: string): DomainName[] {
  const found: DomainName[] = [];
  let rest = text;
  for (const name of [...DIVISIONS, ...SPORTS]) {
    if (!name.pattern.test(rest)) continue;
    found.push(name);
    rest = rest.replaceAll(new RegExp(name.pattern, 'gi'), ' ');
  }
  return found;
}

/**
 * Goals that bear on a question: sports when it names no sport, divisions when it names no division.
 */
export function relevantGoals(goals: string, question: string): DomainName[] {
  const asked = findGoals(question);
  const isOpen = (names: readonly DomainName[]) => !asked.some((name) => names.includes(name));
  return findGoals(goals).filter((name) => isOpen(DIVISIONS.includes(name) ? DIVISIONS : SPORTS));
}

/** Hits in their order, those that name the asker's sport or division before others of about the same score. */
export function preferGoals(
  hits: readonly PassageHit[],
  goals: readonly DomainName[],
): PassageHit[] {
  if (goals.length === 0) return [...hits];
  return hits
    .map((hit) => ({ ...hit, score: hit.score * (1 + GAIN * countGoals(hit, goals)) }))
    .toSorted((a, b) => b.score - a.score);
}

function countGoals({ passage }: PassageHit, goals: readonly DomainName[]): number {
  const text = [passage.source.title, ...passage.headingPath, passage.text].join('\n');
  return goals.filter(({ pattern }) => pattern.test(text)).length;
}
