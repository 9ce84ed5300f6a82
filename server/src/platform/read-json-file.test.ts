import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readJsonFile } from './read-json-file.ts';
import { readResourceLines, resourceFile } from './read-resource-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'json-'));
const schema = z.strictObject({ bm25: z.strictObject({ k1: z.number(), b: z.number() }) });

function write(name: string, text: string): URL {
  const path = join(folder, name);
  writeFileSync(path, text);
  return pathToFileURL(path);
}

test('a sound file is returned as the schema reads it', () => {
  const json = write('sound.json', '{ "bm25": { "k1": 1.2, "b": 0.75 } }');
  expect(readJsonFile(json, schema)).toEqual({ bm25: { k1: 1.2, b: 0.75 } });
  expect(readResourceLines(write('sound.txt', 'one\ntwo\n'), /^[a-z]+$/)).toEqual(['one', 'two']);
});

test('a packed file is unpacked, and one that only says so is refused by its name', () => {
  const packed = write('packed.json.gz', '');
  writeFileSync(packed, gzipSync('{ "bm25": { "k1": 1.2, "b": 0.75 } }'));
  expect(readJsonFile(packed, schema)).toEqual({ bm25: { k1: 1.2, b: 0.75 } });
  expect(() => readJsonFile(write('plain.json.gz', '{}'), schema)).toThrow(
    /plain\.json\.gz cannot/,
  );
});

test.each([
  ['wrong.json', '{\n  "bm25": {\n    "k1": 1.2,\n    "b": "much"\n  }\n}\n', 4, 'bm25.b: '],
  ['missing.json', '{\n  "bm25": {\n    "k1": 1.2\n  }\n}\n', 2, 'bm25.b: '],
  ['cut.json', '{\n  "bm25": {\n    "k1": 1.2,\n', 4, ''],
])('a broken %s is refused with its line', (name, text, line, message) => {
  const file = write(name, text);
  expect(() => readJsonFile(file, schema)).toThrow(`${join(folder, name)}:${line}: ${message}`);
});

test('a broken line of a list is named', () => {
  const file = write('broken.txt', 'one\ntwo\n3\nfour\n');
  expect(() => readResourceLines(file, /^[a-z]+$/)).toThrow(`${join(folder, 'broken.txt')}:3: `);
});

test('a missing file is named', () => {
  expect(() => readResourceLines(resourceFile('no-such.txt'), /./)).toThrow(
    /resources\/no-such\.txt cannot be read/,
  );
});
