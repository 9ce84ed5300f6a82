import { chanceOf, listSections, type Section } from '../../knowledge/search/list-sections.ts';
import type { PassageHit } from '../../knowledge/search/passage.ts';
import type { Question } from '../answer.ts';
import type { DomainName, Words } from '../domain.ts';
import { escapeMarkdown } from '../quote/escape-markdown.ts';

/** What a section gains for each goal it names; enough to break ties, not to change a clear order. */
const GAIN = 0.04;

/** Sports and divisions that a text names, at most one of overlapping names. */
export function findGoals(text: string, { divisions, sports }: Words): DomainName[] {
  const found: DomainName[] = [];
  let rest = text;
  for (const name of [...divisions, ...sports]) {
    if (!name.pattern.test(rest)) continue;
    found.push(name);
    rest = rest.replaceAll(new RegExp(name.pattern, 'gi'), ' ');
  }
  return found;
}

/**
 * Goals that bear on a question: sports when it names no sport, divisions when it names no division.
 */
export function relevantGoals(goals: string, question: string, words: Words): DomainName[] {
  const { divisions, sports } = words;
  const asked = findGoals(question, words);
  const isOpen = (names: readonly DomainName[]) => !asked.some((name) => names.includes(name));
  return findGoals(goals, words).filter((name) =>
    isOpen(divisions.includes(name) ? divisions : sports),
  );
}

/**
 * Hits by their sections: sections that name the asker's sport or division before others that are about as likely
 * to answer.
 */
export function preferGoals(
  hits: readonly PassageHit[],
  goals: readonly DomainName[],
): PassageHit[] {
  if (goals.length === 0) return [...hits];
  return listSections(hits)
    .map((section) => ({
      section,
      rank: chanceOf(section) * (1 + GAIN * countGoals(section, goals)),
    }))
    .toSorted((a, b) => b.rank - a.rank)
    .flatMap(({ section }) => section);
}

function countGoals(section: Section, goals: readonly DomainName[]): number {
  const text = section
    .flatMap(({ passage }) => [passage.source.title, ...passage.headingPath, passage.text])
    .join('\n');
  return goals.filter(({ pattern }) => pattern.test(text)).length;
}

/** Count of answers, after one that used the name, in which it is not used again. */
const QUIET_ANSWERS = 2;
const NAME_MAX_LENGTH = 40;

/** The screen name as markdown, or empty when none is given or one of the last answers used it. */
export function chooseScreenName({ screenName, history }: Question): string {
  const name = screenName.trim().slice(0, NAME_MAX_LENGTH);
  if (name === '') return '';
  const shown = escapeMarkdown(name);
  const recent = history.filter(({ role }) => role === 'assistant').slice(-QUIET_ANSWERS);
  return recent.some(({ content }) => content.includes(shown)) ? '' : shown;
}
