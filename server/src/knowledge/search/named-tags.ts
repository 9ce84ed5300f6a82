import { toTerms } from '../words/to-terms.ts';
import type { PassageHit } from './passage.ts';

/**
 * The tags that a question names: those whose words, in their basic form, stand in it side by side.
 * `core-courses` is named by 'Is chemistry a core course?'. A tag without a word worth searching for
 * is never named.
 */
export function findNamedTags(question: string, tags: readonly string[]): string[] {
  const asked = surround(toTerms(question));
  return tags.filter((tag) => {
    const words = toTerms(tag);
    return words.length > 0 && asked.includes(surround(words));
  });
}

/** Terms hold letters and digits only, so that blanks around them mark where they begin and end. */
function surround(terms: readonly string[]): string {
  return ` ${terms.join(' ')} `;
}

/**
 * The best hits, where passages of sources that carry a tag the question names count for `weight` more:
 * over those that are about as good, not over those that are clearly better. Hits
 * that are best without it always stay: the better half, and the best by each measure that
 * decides whether there is an answer at all.
 */
export function preferTagged(
  ranked: readonly PassageHit[],
  namedTags: readonly string[],
  { limit, weight }: { limit: number; weight: number },
): PassageHit[] {
  const plain = ranked.slice(0, limit);
  if (namedTags.length === 0) return plain;
  const named = new Set(namedTags);
  const weighted = ranked
    .map((hit) => {
      const isTagged = hit.passage.source.tags.some((tag) => named.has(tag));
      return isTagged ? { ...hit, score: hit.score + weight } : hit;
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
