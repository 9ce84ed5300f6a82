import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../server/test/temporary-folder.ts';
import { listQuestions, readQuestions } from './read-questions.ts';
import { readSetStatus, recordUse } from './spent-sets.ts';
import { findPlaces, readSectionPlaces } from './section-places.ts';

async function write(text: string): Promise<URL> {
  const file = join(await temporaryFolder(), 'set.yaml');
  await writeFile(file, text);
  return pathToFileURL(file);
}

const read = async (text: string) => readQuestions(await write(text));

test('both shapes are read into one', async () => {
  const file = await read(`
    questions:
      - { id: Q1, asker: student, question: Why?, must_say: [so], document: 02-a.md, care: crisis }
      - { id: Q2, asker: coach, question: Who?, must_say: [], kind: not_covered }
      - { id: D1, asker: parent, language: es, group: follow-up, question: "¿Y?", must_say: [so],
          history: [Why?, { role: assistant, content: So. }], section: "02-a.md # Why #1?" }
      - { id: D2, asker: parent, language: en, group: two-part, question: And?, must_say: [so],
          section: ['02-a.md # Why?', '03-b.md # Who?'] }
      - { id: D3, asker: parent, language: en, group: near-absent, question: Where?, must_say: [],
          section: null }
    absent: [When?]
  `);
  const questions = listQuestions(file);
  expect(questions.map(({ group, isAbsent }) => [group, isAbsent])).toEqual([
    ['care', false],
    ['absent', true],
    ['follow-up', false],
    ['two-part', false],
    ['near-absent', true],
    ['absent', true],
  ]);
  expect(questions[2]).toMatchObject({
    history: [
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'So.' },
    ],
    sections: ['02-a.md # Why #1?'],
  });
  expect(questions[3]?.sections).toHaveLength(2);
});

test.each([
  ['a field is missing', 'question: Why?', /^set\.yaml: Q9: must_say: /],
  ['a field is unknown', 'question: Why?, must_say: [], must_sya: []', /Q9: .*must_sya/],
  ['a pattern is none', "question: Why?, must_say: ['/(/']", /Q9: must_say\.0: is no regular/],
  ['a section is none', 'question: Why?, must_say: [], section: here', /Q9: section/],
  [
    'an id repeats',
    'question: Why?, must_say: [] }, { id: Q9, asker: x, question: y, must_say: []',
    /Q9: stands twice/,
  ],
])('where %s, the file and the entry are named', async (_name, fields, message) => {
  const text = `questions: [{ id: Q0, asker: x, question: y, must_say: [] }, { id: Q9, asker: x, ${fields} }]`;
  await expect(read(text)).rejects.toThrow(message);
});

test('an entry without an id is named by its number', async () => {
  await expect(read('questions: [{ asker: x }]')).rejects.toThrow(/set\.yaml: entry 1: id: /);
});

test('a held-out set is spent from its first use on', async () => {
  const file = await write('[]');
  expect((await readSetStatus('strangers-1', file)).status).toBe('held-out');
  await recordUse('strangers-1', file);
  expect(await readSetStatus('strangers-1', file)).toMatchObject({
    status: 'spent',
    use: { name: 'strangers-1', commit: expect.stringMatching(/^([0-9a-f]{7,}|unknown)$/) },
  });
  expect((await readSetStatus('held-out', file)).status).toBe('held-out');
  expect((await readSetStatus('development', file)).status).toBe('development');
});

test('a translated section stands in the place of its original', async () => {
  const sections = await readSectionPlaces();
  const named = '01-divisions-and-odds.md # Do Division III schools give athletic scholarships?';
  const translated = '¿Las universidades de la Division III dan becas deportivas?';
  expect(findPlaces([named], sections)).toEqual([sections.under(translated)?.place]);
  expect(sections.under(translated)?.text).toContain('no dan ayuda deportiva');
  expect(sections.titleOf('01-divisions-and-odds.md')).toMatch(/^Divisions, odds/);
  expect(() => findPlaces([`02${named.slice(2)}`], sections)).toThrow('there is no section 02-');
});
