import { readResourceLines, resourceFile } from '../../platform/read-resource-lines.ts';

/** A term and its neighbours. */
const LINE = /^[a-z0-9]+(?: [a-z0-9]+){1,8}$/;

/**
 * For 17,000 English terms up to eight that occur in like surroundings, nearest first. The table is
 * made of public-domain word vectors by `npm run train -- word-neighbours`.
 */
export function loadWordNeighbours(): ReadonlyMap<string, readonly string[]> {
  const lines = readResourceLines(resourceFile('word-neighbours.txt'), LINE);
  return new Map(
    lines.map((line) => {
      const [term = '', ...neighbours] = line.split(' ');
      return [term, neighbours];
    }),
  );
}
