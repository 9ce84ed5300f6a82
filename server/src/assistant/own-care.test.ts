import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { type Domain, loadDomains } from './domain.ts';
import { loadOwnDomains } from './own-care.ts';

const CONTACT = { name: 'Jo Doe', role: 'college counselor', address: 'jo@school.example' };

async function writeCareFile(text: string): Promise<URL> {
  const file = join(await temporaryFolder(), 'care.yaml');
  await writeFile(file, text);
  return pathToFileURL(file);
}

test('without anything of the operator, what is said is what comes with the product', () => {
  const careOf = (domains: readonly Domain[]) => domains.map(({ care }) => care);
  expect(careOf(loadOwnDomains({}).domains)).toEqual(careOf(loadDomains()));
});

test('[CHAT-14] own texts and help lines of countries take their place in their language alone', async () => {
  const careFile = await writeCareFile(`
texts:
  en:
    crisis: { text: Call Jo first., help_line: Two lines. }
    abuse: { help_line: Call now. }
help_lines:
  en:
    - { country: Canada, crisis: Call or text **9-8-8**. }
    - { country: Mexico, abuse: Call 800 911 2000. }
`);
  const [english, spanish] = loadOwnDomains({ careFile }).domains;
  const [shipped, inSpanish] = loadDomains();
  expect(english.care.crisis).toEqual({
    ...shipped.care.crisis,
    text: 'Call Jo first.\n\n**Canada:** Call or text **9-8-8**.',
    help_line: 'Two lines.',
  });
  expect(english.care.abuse).toEqual({
    ...shipped.care.abuse,
    text: `${shipped.care.abuse.text}\n\n**Mexico:** Call 800 911 2000.`,
    help_line: 'Call now.',
  });
  expect(english.care.odds).toEqual(shipped.care.odds);
  expect(spanish?.care).toEqual(inSpanish?.care);
});

test.each([
  ['an unknown language', 'texts:\n  tlh:\n    crisis: { text: Qapla }\n', 2, 'tlh'],
  ['an unknown topic', 'texts:\n  en:\n    crises: { text: Call. }\n', 3, 'crises'],
  [
    'a text that the topic lacks',
    'texts:\n  en:\n    odds:\n      help_line: Call.\n',
    4,
    'help_line',
  ],
  ['an empty text', "texts:\n  en:\n    crisis:\n      text: ''\n", 4, 'texts.en.crisis.text'],
  [
    'a help line of a note',
    'help_lines:\n  en:\n    - country: Canada\n      odds: Call.\n',
    4,
    'odds',
  ],
  ['lines of no country', 'help_lines:\n  en:\n    - crisis: Call.\n', 3, 'country'],
  ['a review on no day', 'reviewed:\n  by: Ana\n  on: soon\n', 3, 'reviewed.on'],
])('[CHAT-14] %s stops the start, with file and line', async (_fault, text, line, what) => {
  const careFile = await writeCareFile(text);
  expect(() => loadOwnDomains({ careFile })).toThrow(
    new RegExp(`care\\.yaml:${line}: .*${what.replaceAll('.', String.raw`\.`)}`),
  );
});

test('[CHAT-14] a file that is not there stops the start', async () => {
  const careFile = pathToFileURL(join(await temporaryFolder(), 'none.yaml'));
  expect(() => loadOwnDomains({ careFile })).toThrow(/none\.yaml/);
});

test('[CHAT-14] [CHAT-13] the person to ask stands in every text of help and where the sources hold nothing', () => {
  for (const { care, texts } of loadOwnDomains({ contact: CONTACT }).domains) {
    for (const text of [care.crisis.text, care.abuse.text, texts.where_to_ask]) {
      expect(text).toMatch(/Jo Doe\W+(?:, )?college counselor: jo@school\.example/);
    }
    expect(care.crisis.help_line).not.toContain('Jo Doe');
  }
});
