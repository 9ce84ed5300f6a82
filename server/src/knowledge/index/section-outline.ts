import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { measureRepeated } from '../split/measure-repeated.ts';
import { tokenize } from '../words/tokenize.ts';
import { readTexts } from './passage-store.ts';
import { listHeadings } from './section-store.ts';
import type { Source } from './source.ts';

/** What stands under one heading of a source, as its passages tell. */
export interface OutlinedSection {
  /** Among the source's sections, from 0. */
  ordinal: number;
  title: string;
  heading: string;
  text: string;
  /** Whether it is stored as a section, with known questions. */
  isKnown: boolean;
}

interface HeadedPassage {
  title: string;
  headingPath: readonly string[];
  text: string;
}

/** The sections of a stored source without what is hidden, in reading order; none of a source without headings. */
export async function readOutline(db: Kysely<Tables>, source: Source): Promise<OutlinedSection[]> {
  const known = new Set(await listHeadings(db, source));
  const passages = (await readTexts(db, source)).filter(({ isHidden }) => !isHidden);
  return outlinePassages(passages).map((section) => ({
    ...section,
    isKnown: known.has(section.heading),
  }));
}

/**
 * The passages of one source, in order, as the sections under their nearest headings. What stands under the
 * source's title alone is none, and neither is what stands under a heading that the source has twice.
 */
export function outlinePassages(
  passages: readonly HeadedPassage[],
): Omit<OutlinedSection, 'isKnown'>[] {
  const root = findRoot(passages);
  const runs: { heading: string; path: string; title: string; text: string }[] = [];
  for (const { title, headingPath, text } of passages) {
    const heading = headingPath.at(-1);
    const path = headingPath.join('\n');
    const last = runs.at(-1);
    if (last?.path === path) last.text = joinTexts(last.text, text);
    else runs.push({ heading: heading ?? '', path, title, text });
  }
  const byHeading = Map.groupBy(runs, ({ heading }) => heading);
  return runs
    .filter(
      ({ heading, path, title }) =>
        heading !== '' && path !== root && !isSame(heading, title) && isOnce(byHeading, heading),
    )
    .map(({ title, heading, text }, ordinal) => ({ ordinal, title, heading, text }));
}

/** The heading that everything with a heading stands under: the title inside the file. */
function findRoot(passages: readonly HeadedPassage[]): string | undefined {
  const headed = passages.filter(({ headingPath }) => headingPath.length > 0);
  const root = headed[0]?.headingPath[0];
  return headed.every(({ headingPath }) => headingPath[0] === root) ? root : undefined;
}

function isSame(heading: string, title: string): boolean {
  return tokenize(heading).join(' ') === tokenize(title).join(' ');
}

function isOnce(byHeading: ReadonlyMap<string, readonly unknown[]>, heading: string): boolean {
  return byHeading.get(heading)?.length === 1;
}

/** A passage begins with a sentence of the one before it, which is said once. */
function joinTexts(text: string, next: string): string {
  const rest = next.slice(measureRepeated(text, next));
  return rest === '' ? text : `${text}\n${rest}`;
}
