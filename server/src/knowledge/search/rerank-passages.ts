import { LRUCache } from 'lru-cache';
import { toTerms } from '../words/to-terms.ts';
import type { PassageHit } from './passage.ts';
import { measureConcepts, measureNamed, type Concept } from './question-concepts.ts';
import type { SearchWeights } from './ranking-weights.ts';

type RerankWeights = SearchWeights['rerank'];

const SENTENCE_END = /(?<=[.!?]["'”’)]*)\s+|\n/;

/**
 * The terms of each sentence of a text. The same passages and headings are read for many questions, and
 * finding their terms takes longer than comparing them. 3,000 texts take about 10 MB.
 */
const sentences = new LRUCache<string, string[][]>({
  max: 3_000,
  memoMethod: (text) => text.split(SENTENCE_END).map(toTerms),
});

/** A question as reranking reads it. */
interface RerankedQuestion extends OrderedTerms {
  concepts: readonly Concept[];
}

/** A question's searched terms in order, and the weight of those that the collection holds. */
interface OrderedTerms {
  sequence: readonly string[];
  weights: ReadonlyMap<string, number>;
}

/**
 * Orders the best passages anew by what their text holds of the question, where synonyms stand for a
 * word, how close together they hold it, and how well the other passages of their source do. Gives each
 * its `coverage`.
 */
export function rerankPassages(
  hits: readonly PassageHit[],
  question: RerankedQuestion,
  weights: RerankWeights,
): PassageHit[] {
  const read = hits
    .map((hit) => rateText(hit, question, weights))
    .toSorted((a, b) => b.score - a.score);
  return addSources(read, weights).toSorted((a, b) => b.score - a.score);
}

function rateText(hit: PassageHit, question: RerankedQuestion, weights: RerankWeights): PassageHit {
  const { passage } = hit;
  const { concepts } = question;
  const own = sentences.memo(passage.text);
  const inOrder = own.flat();
  const headings = sentences.memo([passage.source.title, ...passage.headingPath].join('\n')).flat();
  const heading = new Set(sentences.memo(passage.headingPath.at(-1) ?? '').flat());
  const rate = (terms: readonly string[]) => measureConcepts(concepts, new Set(terms));
  const two = own.map((sentence, index) => rate([...sentence, ...(own[index + 1] ?? [])]));
  const coverage = rate([...headings, ...inOrder]);
  const score =
    hit.score +
    weights.passage * coverage +
    weights.twoSentences * Math.max(0, ...two) +
    weights.sentence * Math.max(0, ...own.map(rate)) +
    weights.nearness * measureNearness(question, inOrder, weights) +
    weights.heading * measureConcepts(concepts, heading) +
    weights.namedHeading * measureNamed(concepts, heading);
  return { ...hit, coverage, score };
}

/** Adds to each passage its source's share of the best source's score. Best first in, for the sums. */
function addSources(
  hits: readonly PassageHit[],
  { source: weight, sourcePassages }: RerankWeights,
): PassageHit[] {
  const sums = new Map<string, number>();
  for (const [source, own] of Map.groupBy(hits, ({ passage }) => passage.source.id)) {
    const best = own.slice(0, sourcePassages);
    sums.set(
      source,
      best.reduce((sum, { score }) => sum + score, 0),
    );
  }
  const highest = Math.max(Number.EPSILON, ...sums.values());
  return hits.map((hit) => ({
    ...hit,
    score: hit.score + (weight * (sums.get(hit.passage.source.id) ?? 0)) / highest,
  }));
}

/**
 * How near to each other, in either order, the text holds words that are near each other in the
 * question, in [0, 1]. A pair counts by the commoner word's weight, over the root of its distance.
 */
function measureNearness(
  { sequence, weights }: OrderedTerms,
  text: readonly string[],
  { questionReach, passageReach }: RerankWeights,
): number {
  const positions = new Map<string, number[]>();
  for (const [index, term] of text.entries()) {
    if (!weights.has(term)) continue;
    const known = positions.get(term);
    if (known === undefined) positions.set(term, [index]);
    else known.push(index);
  }
  let near = 0;
  let whole = 0;
  for (const [first, second] of listPairs(sequence, questionReach)) {
    const weight = Math.min(weights.get(first) ?? 0, weights.get(second) ?? 0);
    const distance = leastDistance(positions.get(first) ?? [], positions.get(second) ?? []);
    whole += weight;
    if (distance <= passageReach) near += weight / Math.sqrt(distance);
  }
  return whole === 0 ? 0 : near / whole;
}

/** Words of a question at most `reach` words apart, which belong together. */
function listPairs(sequence: readonly string[], reach: number): [string, string][] {
  return sequence.flatMap((first, index) =>
    sequence
      .slice(index + 1, index + 1 + reach)
      .filter((second) => second !== first)
      .map((second): [string, string] => [first, second]),
  );
}

function leastDistance(some: readonly number[], others: readonly number[]): number {
  let least = Infinity;
  for (const a of some) for (const b of others) least = Math.min(least, Math.abs(a - b));
  return least;
}
