import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Encodings that the crawler asks for and undoes itself, so that it counts what comes out. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** A body, and whether there was more of it than was read. */
export interface ReadBody {
  bytes: Uint8Array;
  isCut: boolean;
}

/**
 * Reads at most `maxBytes` of a body after decompression, then closes it.
 *
 * @throws when the stream fails, is damaged, or is encoded in a way that was not asked for.
 */
export async function readBody(
  body: Readable,
  { encoding, maxBytes }: { encoding: string; maxBytes: number },
): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      const rest = maxBytes - size;
      chunks.push(chunk.subarray(0, rest));
      size += Math.min(chunk.length, rest);
      isCut = chunk.length > rest;
      if (isCut) return;
    }
  };
  const name = encoding.trim().toLowerCase();
  const decoder = DECODERS[name];
  if (decoder === undefined && name !== '' && name !== 'identity') {
    body.on('error', () => undefined).destroy();
    throw new Error('The body has an encoding that was not asked for.');
  }
  try {
    if (decoder === undefined) await pipeline(body, collect);
    else await pipeline(body, decoder(), collect);
  } catch (error) {
    // A decoder that is left in the middle reports that as an error.
    if (!isCut) throw error;
  }
  return { bytes: Buffer.concat(chunks), isCut };
}
