import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { resourceFile } from '../../platform/read-resource-lines.ts';
import { StartupError } from '../../platform/startup-error.ts';

/** The file of `server/resources` that holds them. */
export const STARTER_VECTORS = 'starter-vectors.bin';

const HASH_BYTES = 16;
const SCALE_BYTES = 4;
/** Dimensions are kept as whole numbers from -127 to 127, times one scale a vector. */
const MAX_INT8 = 127;

const headSchema = z.strictObject({
  model: z.string().min(1),
  dimensions: z.int().positive(),
  vectors: z.int().nonnegative(),
});

/** Vectors that were made before, so that nobody waits until a model has made them. */
export interface ReadyVectors {
  /** The vector that the model of this name makes of a text, within a cosine of .999. */
  find(model: string, text: string): Float32Array | undefined;
}

/**
 * Reads `starter-vectors.bin`: the bundled encoder's vectors of every starter passage, and the centre of each
 * section's and each absent topic's English questions. A line of JSON, then a record a vector: the first 16 bytes of the SHA-256 of its text,
 * a scale (32-bit float, little-endian), and one signed byte a dimension.
 *
 * @throws StartupError that names the file when it is missing or broken.
 */
export function loadReadyVectors(file: URL = resourceFile(STARTER_VECTORS)): ReadyVectors {
  const bytes = readBytes(file);
  const end = bytes.indexOf('\n');
  const head = readHead(bytes.subarray(0, Math.max(end, 0)).toString('utf8'));
  const record = HASH_BYTES + SCALE_BYTES + (head?.dimensions ?? 0);
  if (head === undefined || bytes.length !== end + 1 + head.vectors * record) {
    throw new StartupError(`${fileURLToPath(file)}:1: the file is broken.`);
  }
  const places = new Map<string, number>();
  for (let at = end + 1; at < bytes.length; at += record) {
    places.set(bytes.toString('hex', at, at + HASH_BYTES), at + HASH_BYTES);
  }
  return {
    find(model, text) {
      const at = model === head.model ? places.get(hash(text).toString('hex')) : undefined;
      if (at === undefined) return undefined;
      const scale = bytes.readFloatLE(at);
      const start = at + SCALE_BYTES;
      return Float32Array.from(
        { length: head.dimensions },
        (_, index) => scale * bytes.readInt8(start + index),
      );
    },
  };
}

/** The content of a file that `loadReadyVectors` reads; vectors of one text are written once. */
export function packReadyVectors(
  model: string,
  given: readonly { text: string; vector: Float32Array }[],
): Buffer {
  const records = new Map(given.map(({ text, vector }) => [hash(text).toString('hex'), vector]));
  const sorted = [...records].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const dimensions = given[0]?.vector.length ?? 1;
  const head = { model, dimensions, vectors: sorted.length };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    ...sorted.map(([key, vector]) => Buffer.concat([Buffer.from(key, 'hex'), packVector(vector)])),
  ]);
}

function packVector(vector: Float32Array): Buffer {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const scale = Math.fround(largest / MAX_INT8);
  const bytes = Buffer.alloc(SCALE_BYTES + vector.length);
  bytes.writeFloatLE(scale);
  for (const [index, value] of vector.entries()) {
    const whole = scale === 0 ? 0 : Math.round(value / scale);
    bytes.writeInt8(Math.max(-MAX_INT8, Math.min(MAX_INT8, whole)), SCALE_BYTES + index);
  }
  return bytes;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, HASH_BYTES);
}

function readBytes(file: URL): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new StartupError(`${fileURLToPath(file)} cannot be read.`, { cause });
  }
}

function readHead(line: string): z.infer<typeof headSchema> | undefined {
  try {
    return headSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
