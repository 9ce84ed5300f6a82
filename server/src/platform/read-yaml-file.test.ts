import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readYamlFile } from './read-yaml-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'yaml-'));
afterAll(() => rmSync(folder, { recursive: true }));

const schema = z.strictObject({
  title: z.string(),
  sports: z.array(z.strictObject({ name: z.string(), players: z.number().optional() })),
});

function read(text: string) {
  const file = join(folder, 'sports.yaml');
  writeFileSync(file, text);
  return readYamlFile(pathToFileURL(file), schema);
}

test('a file is read as its schema says, aliases included', () => {
  expect(read('title: &it Golf\nsports:\n  - name: *it\n')).toEqual({
    title: 'Golf',
    sports: [{ name: 'Golf' }],
  });
});

test.each([
  ['no YAML', "title: Golf\nsports: [\nmore: 'a", /sports\.yaml:3: /],
  ['a value of another kind', 'title: Golf\n\nsports:\n  - name: 7\n', /yaml:4: sports\.0\.name: /],
  ['an entry that is missing', 'title: Golf\nsports:\n  - players: 1\n', /yaml:3: sports\.0\.name/],
  ['an entry unknown', 'title: Golf\nsports: []\n# more\ncolour: red\n', /yaml:4: colour: /],
  ['nothing', '', /sports\.yaml:1: /],
])('a file with %s is refused with its name and line', (_fault, text, message) => {
  expect(() => read(text)).toThrow(message);
});
