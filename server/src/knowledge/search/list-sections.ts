import type { PassageHit } from './passage.ts';

/** The found passages of one section, in reading order. */
export type Section = readonly PassageHit[];

/** The sections of found passages, in the order of their first one. */
export function listSections(hits: readonly PassageHit[]): Section[] {
  return [...Map.groupBy(hits, ({ section }) => section).values()];
}
