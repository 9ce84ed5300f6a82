import type { PassageHit } from '../passage.ts';

/** Lifts a passage over those that are about as good, not over those that are clearly better. */
const TAG_WEIGHT = 0.2;

/**
 * The best hits, where passages of sources that carry a tag the question names count for more. Hits
 * that are best without it always stay: the better half, and the best by each measure that
 * decides whether there is an answer at all.
 */
export function preferTagged(
  ranked: readonly PassageHit[],
  namedTags: readonly string[],
  limit: number,
): PassageHit[] {
  const plain = ranked.slice(0, limit);
  if (namedTags.length === 0) return plain;
  const named = new Set(namedTags);
  const weighted = ranked
    .map((hit) => {
      const isTagged = hit.passage.source.tags.some((tag) => named.has(tag));
      return isTagged ? { ...hit, score: hit.score + TAG_WEIGHT } : hit;
    })
    .toSorted((a, b) => b.score - a.score);
  const staying = new Set(
    [
      ...plain.slice(0, Math.ceil(limit / 2)),
      ...best(plain, ({ bm25 }) => bm25),
      ...best(plain, ({ coverage }) => coverage),
      ...best(plain, ({ cosine }) => cosine ?? -1),
    ].map(({ passage }) => passage.id),
  );
  let room = limit - staying.size;
  return weighted.filter(({ passage }) => staying.has(passage.id) || room-- > 0).slice(0, limit);
}

function best(hits: readonly PassageHit[], measure: (hit: PassageHit) => number): PassageHit[] {
  return hits.toSorted((a, b) => measure(b) - measure(a)).slice(0, 1);
}
