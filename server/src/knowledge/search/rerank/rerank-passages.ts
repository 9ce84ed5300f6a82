import { rememberLatest } from '../../../platform/remember-latest.ts';
import { toTerms } from '../../words/to-terms.ts';
import type { PassageHit } from '../passage.ts';
import { measureNearness, measurePairs, type OrderedTerms } from './measure-nearness.ts';
import { measureConcepts, measureNamed, type Concept } from './question-concepts.ts';

/**
 * Found by measurement on a tenth of SQuAD and half of a handbook's questions, those of headings on that
 * handbook and on questions of families; the top is flat.
 */
const WEIGHTS = {
  /** What the whole passage, its best two sentences and its best sentence hold of the question. */
  passage: 0.4,
  twoSentences: 0.4,
  sentence: 0.4,
  /** How near to each other they hold it. */
  nearness: 0.3,
  pairs: 0.3,
  /** What the nearest heading holds of the question, and how much of the heading the question names. */
  heading: 0.5,
  namedHeading: 0.2,
  /** How well its source does as a whole. */
  source: 0.5,
};
/** A source does as well as its best passages do together. */
const SOURCE_PASSAGES = 3;
const SENTENCE_END = /(?<=[.!?]["'”’)]*)\s+|\n/;

/**
 * The terms of each sentence of a text. The same passages and headings are read for many questions, and
 * finding their terms takes longer than comparing them; so many take about 10 MB.
 */
const readSentences = rememberLatest(3_000, (text) => text.split(SENTENCE_END).map(toTerms));

/** A question as reranking reads it. */
export interface RerankedQuestion extends OrderedTerms {
  concepts: readonly Concept[];
}

/**
 * Orders the best passages anew by what their text holds of the question, where synonyms stand for a
 * word, how close together they hold it, and how well the other passages of their source do. Gives each
 * its `coverage`.
 */
export function rerankPassages(
  hits: readonly PassageHit[],
  question: RerankedQuestion,
): PassageHit[] {
  const read = hits.map((hit) => rateText(hit, question)).toSorted((a, b) => b.score - a.score);
  return addSources(read).toSorted((a, b) => b.score - a.score);
}

function rateText(hit: PassageHit, question: RerankedQuestion): PassageHit {
  const { passage } = hit;
  const { concepts, sequence } = question;
  const sentences = readSentences(passage.text);
  const inOrder = sentences.flat();
  const headings = readSentences([passage.source.title, ...passage.headingPath].join('\n')).flat();
  const heading = new Set(readSentences(passage.headingPath.at(-1) ?? '').flat());
  const rate = (terms: readonly string[]) => measureConcepts(concepts, new Set(terms));
  const two = sentences.map((own, place) => rate([...own, ...(sentences[place + 1] ?? [])]));
  const coverage = rate([...headings, ...inOrder]);
  const score =
    hit.score +
    WEIGHTS.passage * coverage +
    WEIGHTS.twoSentences * Math.max(0, ...two) +
    WEIGHTS.sentence * Math.max(0, ...sentences.map(rate)) +
    WEIGHTS.nearness * measureNearness(question, inOrder) +
    WEIGHTS.pairs * measurePairs(sequence, inOrder) +
    WEIGHTS.heading * measureConcepts(concepts, heading) +
    WEIGHTS.namedHeading * measureNamed(concepts, heading);
  return { ...hit, coverage, score };
}

/** Adds to each passage its source's share of the best source's score. Best first in, for the sums. */
function addSources(hits: readonly PassageHit[]): PassageHit[] {
  const sums = new Map<string, number>();
  for (const [source, own] of Map.groupBy(hits, ({ passage }) => passage.source.id)) {
    const best = own.slice(0, SOURCE_PASSAGES);
    sums.set(
      source,
      best.reduce((sum, { score }) => sum + score, 0),
    );
  }
  const most = Math.max(Number.EPSILON, ...sums.values());
  return hits.map((hit) => ({
    ...hit,
    score: hit.score + (WEIGHTS.source * (sums.get(hit.passage.source.id) ?? 0)) / most,
  }));
}
