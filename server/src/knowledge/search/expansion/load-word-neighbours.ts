import { readFileSync } from 'node:fs';

const FILE = new URL('./word-neighbours.txt', import.meta.url);

/**
 * For 17,000 English terms up to eight that occur in like surroundings, nearest first. The table is
 * made of public-domain word vectors by `bench/build-word-neighbours.ts`.
 */
export function loadWordNeighbours(): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [term = '', ...neighbours] = line.split(' ');
      return [term, neighbours];
    }),
  );
}
