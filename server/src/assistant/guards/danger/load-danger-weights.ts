import { readFileSync } from 'node:fs';
import type { Separator } from './separator.ts';

const FILE = new URL('./danger-weights.json', import.meta.url);

/** What tells a message that needs help first by the vector of its meaning. */
export interface DangerWeights {
  /** Danger from ordinary talk. */
  danger: Separator;
  /** Among messages in danger: abuse from a crisis. */
  abuse: Separator;
  /** From which side of `danger` on help comes alone, and from which its lines come first. */
  limits: { likely: number; possible: number };
}

/** As the file holds them: weights are 32-bit floats, little-endian, in base64. */
export interface StoredDangerWeights {
  danger: { weights: string; bias: number };
  abuse: { weights: string; bias: number };
  limits: { likely: number; possible: number };
}

/** Reads the weights that `bench/build-danger-weights.ts` learned from reviewed examples. */
export function loadDangerWeights(): DangerWeights {
  const { danger, abuse, limits } = JSON.parse(readFileSync(FILE, 'utf8')) as StoredDangerWeights;
  return { danger: decode(danger), abuse: decode(abuse), limits };
}

function decode({ weights, bias }: StoredDangerWeights['danger']): Separator {
  const bytes = Buffer.from(weights, 'base64');
  const floats = Float32Array.from({ length: bytes.length / 4 }, (_, place) =>
    bytes.readFloatLE(4 * place),
  );
  return { weights: floats, bias };
}
