import type { PassageHit } from './passage.ts';

/** The found passages of one section, in reading order. */
export type Section = readonly PassageHit[];

/** The sections of found passages, likeliest first. */
export function listSections(hits: readonly PassageHit[]): Section[] {
  return [...Map.groupBy(hits, ({ section }) => section).values()].map((own) =>
    own.toSorted((a, b) => a.passage.ordinal - b.passage.ordinal),
  );
}

/** The chance in [0, 1] that a section answers: that of its likeliest passage. */
export function chanceOf(section: Section): number {
  return Math.max(0, ...section.map(({ probability }) => probability));
}
