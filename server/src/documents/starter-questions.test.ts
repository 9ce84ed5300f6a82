import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { StartupError } from '../platform/startup-error.ts';
import { readAbsentTopics, readStarterSections } from './starter-questions.ts';

const NAME = '01-visits.md';
const DOCUMENT = `---
title: Visits
---

# Visits

Every family asks about visits.

## What is a visit?

A visit is a **trip**.

## Who pays?

The school pays.

- the bus
- the bed
`;
const TRANSLATION = DOCUMENT.replace('title: Visits', 'title: Visitas')
  .replace('## What is a visit?', '## ¿Qué es una visita?')
  .replace('A visit is a **trip**.', 'Una visita es un viaje.');
const QUESTIONS = `- heading: What is a visit?
  en:
    A visit is:
      - what are visits
      - is this a trip
  es:
    Una visita:
      - ¿Qué es una visita?
- heading: Who pays?
  en:
    The school pays:
      - do i have to pay
    the bed:
      - what of the hotel
  es:
    The school pays:
      - ¿Quién paga el viaje de mi hijo?
`;

const change = (text: string, from: string, to: string) => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

async function write({ document = DOCUMENT, questions = QUESTIONS, es = TRANSLATION }) {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'questions'));
  await mkdir(join(folder, 'es'));
  await writeFile(join(folder, NAME), document);
  if (questions !== '') await writeFile(join(folder, 'questions/01-visits.yaml'), questions);
  if (es !== '') await writeFile(join(folder, 'es', NAME), es);
  return pathToFileURL(folder);
}

test('a document has a section for each heading below its title, with questions and translation', async () => {
  const sections = readStarterSections(await write({}), NAME) ?? [];
  expect(sections).toHaveLength(2);
  expect(sections[0]).toEqual({
    title: 'Visits',
    heading: 'What is a visit?',
    text: 'A visit is a trip.',
    questions: [
      { language: 'en', origin: 'written', text: 'what are visits', sentence: 'A visit is' },
      { language: 'en', origin: 'written', text: 'is this a trip', sentence: 'A visit is' },
      { language: 'es', origin: 'written', text: '¿Qué es una visita?', sentence: 'Una visita' },
    ],
    translations: [
      {
        language: 'es',
        title: 'Visitas',
        heading: '¿Qué es una visita?',
        text: 'Una visita es un viaje.',
      },
    ],
  });
  expect(sections[1]?.text).toBe('The school pays.\n- the bus\n- the bed');
  expect(sections[1]?.questions.map(({ sentence }) => sentence)).toEqual([
    'The school pays',
    'the bed',
    'The school pays',
  ]);
});

test('a translation may be missing, and a document without sections needs no questions', async () => {
  const [visit] = readStarterSections(await write({ es: '' }), NAME) ?? [];
  expect(visit?.translations).toEqual([]);
  const plain = await write({ document: '# Visits\n\nText.\n', questions: '', es: '' });
  expect(readStarterSections(plain, NAME)).toEqual([]);
  expect(readStarterSections(plain, '02-camps.md')).toBeUndefined();
});

test.each([
  [
    'an unknown heading',
    { questions: change(QUESTIONS, 'Who pays?', 'Who came?') },
    /questions\/01-visits\.yaml:9: .*the document has no section "Who came\?"/,
  ],
  [
    'a heading missing',
    { questions: QUESTIONS.slice(0, QUESTIONS.indexOf('- heading: Who')) },
    /\/01-visits\.md:13: the section has no questions in .*questions\/01-visits\.yaml/,
  ],
  ['no questions at all', { questions: '' }, /questions\/01-visits\.yaml cannot be read/],
  [
    'a heading twice',
    { questions: change(QUESTIONS, 'Who pays?', 'What is a visit?') },
    /yaml:9: .*"What is a visit\?" stands here twice/,
  ],
  [
    'a heading twice in the document',
    { document: change(DOCUMENT, 'Who pays?', 'What is a visit?') },
    /\/01-visits\.md:13: two sections have the heading/,
  ],
  [
    'a question twice',
    { questions: change(QUESTIONS, 'is this a trip', 'What are visits?') },
    /yaml:5: .*"What are visits\?" stands here twice/,
  ],
  [
    'an English question among the Spanish ones',
    { questions: change(QUESTIONS, '¿Quién paga el viaje de mi hijo?', 'who pays for this') },
    /yaml:17: .*"who pays for this" is in another language/,
  ],
  [
    'a Spanish question among the English ones',
    { questions: change(QUESTIONS, 'do i have to pay', 'quién paga el viaje de mi hijo') },
    /yaml:12: .*is in another language/,
  ],
  [
    'a sentence that the section does not hold',
    { questions: change(QUESTIONS, 'the bed:', 'the boat:') },
    /yaml:13: .*not one sentence of the section begins with "the boat"/,
  ],
  [
    'a beginning of two sentences',
    { questions: change(QUESTIONS, 'the bed:', 'the b:') },
    /yaml:13: .*not one sentence of the section begins with "the b"/,
  ],
  [
    'a sentence that the translation does not hold',
    { questions: change(QUESTIONS, 'Una visita:', 'A visit is:') },
    /yaml:7: .*not one sentence of the section begins with "A visit is"/,
  ],
  [
    'questions under no sentence',
    { questions: change(QUESTIONS, '\n    Una visita:\n      - ¿Qué es una visita?', ' {}') },
    /yaml:6: 0\.es: must hold questions/,
  ],
  [
    'a section without Spanish questions',
    { questions: change(QUESTIONS, '\n  es:\n    Una visita:\n      - ¿Qué es una visita?', '') },
    /yaml:1: 0\.es: /,
  ],
  [
    'a section too many in the translation',
    { es: `${TRANSLATION}\n## Más\n\nTexto.\n` },
    /es\/01-visits\.md:20: the translation has 3 sections, the document 2/,
  ],
  [
    'a section too few in the translation',
    { es: TRANSLATION.slice(0, TRANSLATION.indexOf('## Who pays')) },
    /es\/01-visits\.md:11: the translation has 1 sections, the document 2/,
  ],
])('%s is refused with file and line', async (_fault, files, message) => {
  const folder = await write(files);
  expect(() => readStarterSections(folder, NAME)).toThrow(StartupError);
  expect(() => readStarterSections(folder, NAME)).toThrow(message);
});

test('topics that no source holds are sections without a text', async () => {
  const folder = await write({});
  const path = new URL(`${folder.href}/questions/absent.yaml`);
  await writeFile(path, '- topic: Rowing\n  en: [can i row]\n  es: [¿Puedo remar?]\n');
  expect(readAbsentTopics(folder)).toEqual([
    {
      title: '',
      heading: 'Rowing',
      text: '',
      questions: [
        { language: 'en', origin: 'written', text: 'can i row', sentence: null },
        { language: 'es', origin: 'written', text: '¿Puedo remar?', sentence: null },
      ],
      translations: [],
    },
  ]);
  await writeFile(path, '- topic: Rowing\n  en: [can i row, Can I row?]\n  es: [remo]\n');
  expect(() => readAbsentTopics(folder)).toThrow(/absent\.yaml:2: .*stands here twice/);
});
