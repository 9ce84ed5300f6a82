import type {
  CareWeights,
  StoredCareWeights,
} from '../../server/src/assistant/safety/classifier/care-weights.ts';

/** The weights as the server reads them. */
export function packCareWeights({ topics, words, ...others }: CareWeights): StoredCareWeights {
  return { ...others, topics: packTable(topics), words: packTable(words) };
}

/** A signed byte for each number, in base64, and the step by which the largest is 127 of them. */
function packTable(table: ReadonlyMap<string, Float32Array>): StoredCareWeights['topics'] {
  const largest = [...table.values()].map((row) => row.reduce(toLarger, 0)).reduce(toLarger, 0);
  const step = largest / 127 || 1;
  const rows = [...table].map(([name, row]) => {
    const bytes = Int8Array.from(row, (value) => Math.round(value / step));
    return [name, Buffer.from(bytes.buffer).toString('base64')] as const;
  });
  return { step, rows: Object.fromEntries(rows) };
}

function toLarger(most: number, value: number): number {
  return Math.max(most, Math.abs(value));
}
