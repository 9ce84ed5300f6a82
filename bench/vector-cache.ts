import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import type { EmbeddingModel } from '../server/src/knowledge/embed/embedding-model.ts';

const FOLDER = new URL('../.cache/vectors/', import.meta.url);
const KEY_BYTES = 32;

/**
 * The model with a memory on disk (`.cache/vectors`): embedding the evaluation data takes minutes, and
 * measuring search again does not have to. Each record is a text's SHA-256 and its vector. `use` keeps
 * apart what a model embeds differently.
 */
export async function rememberVectors(model: EmbeddingModel, use = ''): Promise<EmbeddingModel> {
  const { name, dimensions } = await model.identify(AbortSignal.timeout(60_000));
  const file = new URL(`${name.replaceAll('/', '-')}${use}.bin`, FOLDER);
  await mkdir(FOLDER, { recursive: true });
  const known = parseRecords(await readFile(file).catch(() => Buffer.alloc(0)), dimensions);
  return {
    ...model,
    async embed(texts, signal) {
      const keys = texts.map((text) => createHash('sha256').update(text).digest());
      const missing = texts.flatMap((text, index) => {
        const key = keys[index];
        return key === undefined || known.has(key.toString('hex')) ? [] : [{ text, key }];
      });
      const vectors = await model.embed(
        missing.map(({ text }) => text),
        signal,
      );
      const records = vectors.flatMap((vector, index) => {
        const key = missing[index]?.key;
        if (key === undefined) return [];
        known.set(key.toString('hex'), vector);
        return [key, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)];
      });
      if (records.length > 0) await appendFile(file, Buffer.concat(records));
      return keys.flatMap((key) => known.get(key.toString('hex')) ?? []);
    },
  };
}

function parseRecords(bytes: Buffer, dimensions: number): Map<string, Float32Array> {
  const vectorBytes = dimensions * Float32Array.BYTES_PER_ELEMENT;
  const known = new Map<string, Float32Array>();
  for (let at = 0; at + KEY_BYTES + vectorBytes <= bytes.length; at += KEY_BYTES + vectorBytes) {
    const vector = Uint8Array.prototype.slice.call(
      bytes,
      at + KEY_BYTES,
      at + KEY_BYTES + vectorBytes,
    );
    known.set(bytes.toString('hex', at, at + KEY_BYTES), new Float32Array(vector.buffer));
  }
  return known;
}
