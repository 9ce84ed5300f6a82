import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type Care, loadDomains } from './domain.ts';
import { maskPersonalData } from './safety/personal-data.ts';

const KNOWLEDGE_BASE = new URL('../../../knowledge-base/', import.meta.url);
const domains = loadDomains();
const [{ texts, words }] = domains;

function listCareTexts(care: Care): string[] {
  return Object.values(care).flatMap((own) =>
    'note' in own ? [own.note] : [own.text, own.help_line],
  );
}

test.each(domains)(
  '[CHAT-14] a number that a care text in $language gives is nobody’s personal data',
  ({ care }) => {
    for (const text of listCareTexts(care)) expect(maskPersonalData(text)).toBe(text);
  },
);

test('what is said in each language is said in its own words', () => {
  const [english, ...others] = domains.map(({ texts: own, care }) => [
    own.language,
    own.privacy,
    own.where_to_ask,
    own.one_unread,
    own.nonsense,
    own.code,
    own.one_division({ division: 'D1' }),
    own.identity({ assistant: 'A', product: 'P' }),
    own.greeting('', { assistant: 'A' }),
    ...listCareTexts(care),
  ]);
  expect(others.length).toBeGreaterThan(0);
  const sentences = new Set(english?.filter((text) => text !== ''));
  for (const own of others) expect(own.filter((text) => sentences.has(text))).toEqual([]);
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
  ['texts.es.yaml', '{name}, esto', 'esto', /texts\.es\.yaml:\d+: addressed: .*\{name\}/],
  ['texts.es.yaml', 'nearest_topics:', 'nearest:', /texts\.es\.yaml:\d+: /],
  ['care.es.yaml', 'odds:', 'chances:', /care\.es\.yaml:\d+: /],
  ['words.yaml', 'common: >-', 'usual: >-', /words\.yaml:\d+: languages\.en/],
  ['care.en.yaml', 'declines: true', 'declines: often', /care\.en\.yaml:\d+: under_thirteen/],
  ['literal-words.yaml', '/\\bnot safe', '/\\b(not safe', /literal-words\.yaml:\d+: crisis/],
  ['words.yaml', '- name: soccer', '- nam: soccer', /words\.yaml:\d+: sports\.6/],
])('%s with %j as %j is refused with its name and line', (name, good, bad, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'domain-'));
  try {
    cpSync(new URL('assistant/', KNOWLEDGE_BASE), folder, { recursive: true });
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(good, bad));
    expect(() => loadDomains(pathToFileURL(`${folder}/`))).toThrow(message);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
