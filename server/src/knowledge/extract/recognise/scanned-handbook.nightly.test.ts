import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createExtractor } from '../create-extractor.ts';
import { createTesseract } from './create-tesseract.ts';

/** What stands on the two made-up pages, scanned with 200 pixels an inch and some dirt. */
const SECTIONS = [
  [
    'Quiet hours',
    'Quiet hours begin at ten on school nights and at midnight on Friday and Saturday. Music is played through headphones then, and whoever is asked to be quiet is quiet. The hall council meets on the first Monday of each month.',
  ],
  [
    'Overnight guests',
    'A guest may stay for two nights in a month when the host has told the desk by noon. Guests under eighteen need a letter from a parent. The host answers for what a guest breaks.',
  ],
  [
    'Parking',
    'Seniors may park behind the hall after they have shown a permit, which the office gives out in August for 45 dollars. Bicycles stand in the rack beside the gate.',
  ],
];

// Needs Debian's tesseract-ocr, as docs/OPERATIONS.md tells.
test('the program that operators install reads a scanned handbook, with its headings', async () => {
  const { recognise } = createTesseract({
    program: 'tesseract',
    searchPath: process.env['PATH'] ?? '',
  });
  const url = new URL('../testing/scanned-handbook.pdf', import.meta.url);
  const result = await createExtractor({ recognise })(
    { kind: 'pdf', bytes: await readFile(url) },
    AbortSignal.timeout(120_000),
  );
  if (!result.ok) throw new Error(result.reason);
  const { passages, title, warning } = result.document;
  expect([title, warning]).toEqual(['Harbour Hall handbook', undefined]);
  expect(passages.map(({ headingPath, text }) => [headingPath.at(-1), text])).toEqual(SECTIONS);
  for (const { confidence } of passages) expect(confidence).toBeGreaterThan(80);
});
