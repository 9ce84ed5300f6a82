import { ERROR_CATALOGUE } from '@pathway/contract/errors';
import { en as widgetEnglish } from '@teamhanko/hanko-elements/i18n/en';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MESSAGES as chat } from '../features/chat/messages.ts';
import { MESSAGES as original } from '../features/chat/sources/original/messages.ts';
import { MESSAGES as consent } from '../features/consent/messages.ts';
import { MESSAGES as landing } from '../features/landing/messages.ts';
import { MESSAGES as login } from '../features/login/messages.ts';
import { MESSAGES as profile } from '../features/profile/messages.ts';
import { SPANISH as refusals } from '../lib/language/refusals.es.ts';
import { MESSAGES as session } from '../session/messages.ts';
import { MESSAGES as app } from './messages.ts';

const WEB = join(import.meta.dirname, '..', '..');
const CATALOGUES = { app, session, landing, login, consent, chat, original, profile };

/** Each text under the path of its name; a function is called with values that tell its places. */
function flatten(texts: unknown, path = ''): [string, string][] {
  if (typeof texts === 'string') return [[path, texts]];
  if (typeof texts === 'function') {
    const values = Array.from({ length: texts.length }, (_, index) => `{${index}}`);
    return [[path, String(texts(...values))]];
  }
  return Object.entries(texts as object).flatMap(([name, text]) =>
    flatten(text, `${path}.${name}`),
  );
}

/** What a translation must share: names, placeholders, and the spaces that join parts of a sentence. */
function shapeOf(texts: unknown) {
  const rows = flatten(texts).map(([name, text]) => ({
    name,
    placeholders: (text.match(/\{\w+\}/g) ?? []).toSorted(),
    isBlank: text.trim() === '',
    joints: [/^\s/.test(text), /\s$/.test(text)],
  }));
  return rows.toSorted((a, b) => a.name.localeCompare(b.name));
}

test.each(Object.entries(CATALOGUES))(
  'the Spanish of %s has the same names, placeholders and joints',
  async (_, catalogue) => {
    expect(shapeOf(await catalogue.loadSpanish())).toEqual(shapeOf(catalogue.english));
  },
);

test('every feature of the visitor is among them', () => {
  const files = globSync('src/{app,session,features/**}/messages.es.ts', { cwd: WEB });
  expect(files).toHaveLength(Object.keys(CATALOGUES).length);
});

test('the Spanish of the sign-in widget has the same names and placeholders', () => {
  const spanish: unknown = JSON.parse(readFileSync(join(WEB, 'public/i18n/es.json'), 'utf8'));
  expect(shapeOf(spanish)).toEqual(shapeOf(widgetEnglish));
});

/** What only an administrator can be refused. */
const ADMIN_REFUSALS = /^(file_|site_|malformed_upload)/;

test('every refusal that a visitor can meet has Spanish words', () => {
  const codes = Object.keys(ERROR_CATALOGUE).filter((code) => !ADMIN_REFUSALS.test(code));
  expect(Object.keys(refusals).toSorted()).toEqual(codes.toSorted());
});

/** Text between two tags, and attributes that a person reads or listens to, written out in the code. */
const LITERAL_TEXT = />\s*[A-Za-zÀ-ÿ][^<>{}()=;]*<\//g;
const LITERAL_ATTRIBUTE = /\s(?:aria-label|alt|title|placeholder|label|hint|text)="[^"]+"/g;

test('no text that a visitor sees stands outside the catalogues', () => {
  const patterns = ['app', 'session', 'ui', 'features/{landing,login,consent,chat,profile}'];
  const files = patterns.flatMap((folder) => globSync(`src/${folder}/**/*.tsx`, { cwd: WEB }));
  const screens = files.filter((file) => !/\.test\.tsx$|\/testing\//.test(file));
  expect(screens.length).toBeGreaterThan(20);
  const literals = screens.flatMap((file) => {
    const code = readFileSync(join(WEB, file), 'utf8');
    const found = [...code.matchAll(LITERAL_TEXT), ...code.matchAll(LITERAL_ATTRIBUTE)];
    return found.map(([text]) => `${file}: ${text.trim()}`);
  });
  expect(literals).toEqual([]);
});
