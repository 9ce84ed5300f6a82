import { writeFile } from 'node:fs/promises';
import { resourceFile } from '../../server/src/platform/read-resource-lines.ts';

/** Writes a file of `server/resources`: bytes as they are, lines each with its end, anything else as JSON. */
export async function writeResource(name: string, content: Buffer | readonly string[] | object) {
  if (Buffer.isBuffer(content)) {
    await writeFile(resourceFile(name), content);
    return;
  }
  const text = Array.isArray(content) ? content.join('\n') : JSON.stringify(content, null, 2);
  await writeFile(resourceFile(name), `${text}\n`);
}

/** Weights as 32-bit floats, little-endian, in base64. */
export function packWeights({ weights, bias }: { weights: Float32Array; bias: number }) {
  const bytes = Buffer.alloc(4 * weights.length);
  weights.forEach((weight, index) => bytes.writeFloatLE(weight, 4 * index));
  return { weights: bytes.toString('base64'), bias: Number(bias.toFixed(6)) };
}

/** The limit that a share of the scores reaches: half way between the last that may pass and the next. */
export function readLimit(scores: readonly number[], share: number): number {
  const sorted = scores.toSorted((a, b) => b - a);
  const count = Math.max(1, Math.floor(share * sorted.length));
  return Number((((sorted[count - 1] ?? 0) + (sorted[count] ?? 0)) / 2).toFixed(3));
}
