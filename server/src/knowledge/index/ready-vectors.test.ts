import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { loadReadyVectors, packReadyVectors } from './ready-vectors.ts';

const VECTORS = [
  { text: 'visits', vector: Float32Array.from([0.5, -0.25, 0.001, 0]) },
  { text: 'aid', vector: Float32Array.from([0, 0, 0, 0]) },
];

async function load(bytes: Buffer) {
  const path = join(await temporaryFolder(), 'vectors.bin');
  await writeFile(path, bytes);
  return loadReadyVectors(pathToFileURL(path));
}

test('vectors are found again by their text and model, nearly as they were', async () => {
  const ready = await load(packReadyVectors('letters', VECTORS));
  const found = ready.find('letters', 'visits') ?? new Float32Array();
  expect(found).toHaveLength(4);
  for (const [index, value] of found.entries()) {
    expect(Math.abs(value - (VECTORS[0]?.vector[index] ?? 0))).toBeLessThanOrEqual(0.25 / 127);
  }
  expect(ready.find('letters', 'aid')).toEqual(new Float32Array(4));
  expect(ready.find('letters', 'visit')).toBeUndefined();
  expect(ready.find('another', 'visits')).toBeUndefined();
});

test('the same vectors give the same bytes, in whatever order they come', () => {
  const bytes = packReadyVectors('letters', VECTORS);
  expect(packReadyVectors('letters', [...VECTORS, ...VECTORS].toReversed())).toEqual(bytes);
});

test.each([
  ['an end that is missing', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['another head', (bytes: Buffer) => Buffer.concat([Buffer.from('{"a":1}\n'), bytes])],
  ['no head', () => Buffer.from('vectors')],
  ['nothing', () => Buffer.alloc(0)],
])('a file with %s is refused with its name', async (_fault, harm) => {
  await expect(load(harm(packReadyVectors('letters', VECTORS)))).rejects.toThrow(
    /vectors\.bin:1: the file is broken/,
  );
});

test('a file that is missing is refused with its name', () => {
  expect(() => loadReadyVectors(new URL('file:///nowhere/vectors.bin'))).toThrow(
    '/nowhere/vectors.bin cannot be read.',
  );
});
