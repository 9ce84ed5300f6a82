import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { measureBand } from './measure-band.ts';
import type { Passage, PassageHit, QuestionTerm } from './passage.ts';
import { loadRankingWeights } from './ranking-weights.ts';
import { readPassages } from './read-passages.ts';
import { toTerms } from '../words/to-terms.ts';

/** Sections that are read whole. */
const WHOLE_SECTIONS = 3;
/** The probability falls with this power of the score, as a share of the best one. */
const FALL = 6;
/** What a heading in the very words of the question adds to its score. */
const SAME_HEADING = 0.1;

/** What the passages under one heading of one source share. */
export function nameSection({ source, headingPath }: Passage): string {
  return [source.id, ...headingPath].join('\n');
}

/**
 * Found passages by their sections, the best section first, in reading order within, with the chance that each
 * section answers.
 */
export function groupSections(
  hits: readonly PassageHit[],
  terms: readonly QuestionTerm[],
): PassageHit[] {
  const first = chanceOf(hits, terms);
  const asked = new Set(terms.map(({ term }) => term));
  const sections = [...Map.groupBy(hits, ({ passage }) => nameSection(passage))].map(
    ([section, own]) => ({ section, own, top: rateSection(own, asked) }),
  );
  const best = Math.max(Number.EPSILON, ...sections.map(({ top }) => top));
  return sections
    .toSorted((a, b) => b.top - a.top)
    .flatMap(({ section, own, top }) => {
      const probability = first * Math.max(0, top / best) ** FALL;
      const inOrder = own.toSorted((a, b) => a.passage.ordinal - b.passage.ordinal);
      return inOrder.map((hit) => ({ ...hit, section, probability }));
    });
}

/** The best score, and more for a heading that is the question in nearly the same words. */
function rateSection(hits: readonly PassageHit[], asked: ReadonlySet<string>): number {
  const heading = new Set(toTerms(hits[0]?.passage.headingPath.at(-1) ?? ''));
  const alike = heading.intersection(asked).size / Math.max(1, heading.union(asked).size);
  return Math.max(...hits.map(({ score }) => score)) * (1 + SAME_HEADING * alike);
}

/** A logistic of the band's measure that is .5 where a question counts as answered and .15 where as close. */
function chanceOf(hits: readonly PassageHit[], terms: readonly QuestionTerm[]): number {
  if (hits.length === 0) return 0;
  const { value, hasVectors } = measureBand({ hits: [...hits], terms: [...terms] });
  const { bands } = loadRankingWeights();
  const { closest, answered } = hasVectors ? bands.withVectors : bands.wordsOnly;
  const slope = Math.log(0.85 / 0.15) / (answered - closest);
  return 1 / (1 + Math.exp(slope * (answered - value)));
}

/** The hits with every other passage of their first sections, which was not found itself. */
export async function completeSections(
  db: Kysely<Tables>,
  hits: readonly PassageHit[],
): Promise<PassageHit[]> {
  const known = new Set(hits.map(({ passage }) => passage.id));
  const sections = [...Map.groupBy(hits, ({ section }) => section)];
  const whole = sections.slice(0, WHOLE_SECTIONS).map(async ([section, own]) => {
    const [hit] = own;
    const ids = await listSection(db, hit?.passage.id ?? 0);
    const others = await readPassages(
      db,
      ids.filter((id) => !known.has(id)),
    );
    const probability = hit?.probability ?? 0;
    const none = { bm25: 0, coverage: 0, cosine: null, score: 0 };
    const added = others.map((passage) => ({ passage, section, probability, ...none }));
    return [...own, ...added].toSorted((a, b) => a.passage.ordinal - b.passage.ordinal);
  });
  const rest = sections.slice(WHOLE_SECTIONS).flatMap(([, own]) => own);
  return [...(await Promise.all(whole)).flat(), ...rest];
}

/** Ids of the passages under the same heading of the same source as one of them; none where there is no heading. */
async function listSection(db: Kysely<Tables>, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with given as (select document_id, site_id, heading_path from passages
      where id = ${id} and heading_path <> '{}')
    select p.id from given g join passages p
      on p.document_id = g.document_id and p.heading_path = g.heading_path
    union
    select p.id from given g join passages p
      on p.site_id = g.site_id and p.heading_path = g.heading_path`.execute(db);
  return rows.map((row) => row.id);
}
