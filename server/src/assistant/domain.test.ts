import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { loadDomain } from './domain.ts';
import { maskPersonalData } from './safety/personal-data.ts';

const KNOWLEDGE_BASE = new URL('../../../knowledge-base/', import.meta.url);
const { care, careInSpanish, texts, words } = loadDomain();

/** The headings of all starter documents. */
function listHeadings(): string[] {
  const names = readdirSync(KNOWLEDGE_BASE).filter((name) => /^\d{2}-.*\.md$/.test(name));
  return names.flatMap((name) => {
    const document = readFileSync(new URL(name, KNOWLEDGE_BASE), 'utf8');
    return [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  });
}

test('[CHAT-14] every heading that a care text looks up stands in a starter document', () => {
  const headings = listHeadings();
  const asked = Object.values(care)
    .flatMap(({ look_ups, matters }) => [...look_ups, ...matters.flatMap((own) => own.look_ups)])
    .flatMap((lookUp) => ('heading' in lookUp ? [lookUp.heading] : []));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((heading) => !headings.includes(heading))).toEqual([]);
});

test('[CHAT-14] a number that a care text gives is nobody’s personal data', () => {
  const own = [...Object.values(care), ...Object.values(careInSpanish)].flatMap((entry) => [
    entry.text,
    ...('help_line' in entry ? [String(entry.help_line)] : []),
  ]);
  for (const text of own) expect(maskPersonalData(text)).toBe(text);
});

test('a placeholder is filled in with a value as it is', () => {
  expect(texts.not_covered('$& {name}', {})).toBe(
    "$& {name}, my sources don't cover that, so I won't guess.",
  );
});

test('names are found as whole words, whatever their case', () => {
  const [njcaa] = words.divisions;
  expect(njcaa?.pattern.test('at a JUCO?')).toBe(true);
  expect(njcaa?.pattern.test('jucos')).toBe(false);
});

test.each([
  ['texts.en.yaml', '{name}, here', 'here', /texts\.en\.yaml:5: addressed: .*\{name\}/],
  ['texts.en.yaml', 'goals:', 'gaols:', /texts\.en\.yaml:\d+: /],
  [
    'care.en.yaml',
    'about: [naia]',
    "about: ['/[/']",
    /care\.en\.yaml:124: eligibility\.matters\.1/,
  ],
  ['care.en.yaml', 'heading: I was', 'title: I was', /care\.en\.yaml:81: health\.matters\.0/],
  ['words.yaml', '- name: soccer', '- nam: soccer', /words\.yaml:\d+: sports\.6/],
])('%s with %j as %j is refused with its name and line', (name, good, bad, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'domain-'));
  try {
    cpSync(new URL('assistant/', KNOWLEDGE_BASE), folder, { recursive: true });
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(good, bad));
    expect(() => loadDomain(pathToFileURL(`${folder}/`))).toThrow(message);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
