import { pathToFileURL } from 'node:url';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { loadOwnDomains } from '../../assistant/own-care.ts';
import { createSafetyPage } from './safety-page.ts';

const NAMES = { product: 'Pathway', assistant: 'Avery' };
const CONTACT = { name: 'Jo <Doe>', role: 'college counselor', address: 'jo@school.example' };

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterAll(() => server.close());

/** What a reader sees, without the tags around it. */
const readable = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
const plain = (markdown: string) =>
  markdown
    .replaceAll(/^- |\*\*/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test.each([
  ['en', 'How we handle a crisis'],
  ['es', 'Cómo actuamos en una crisis'],
] as const)('[CONS-01] in %s it holds every text of care, word for word', (language, title) => {
  const own = loadOwnDomains({});
  const page = createSafetyPage(own, { ...NAMES, language })([]);
  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain(`<h1>${title}</h1>`);
  const care = own.domains.find((domain) => domain.language === language)?.care;
  const said = readable(page).replaceAll(/ (?=[.,:;])/g, '');
  for (const topic of Object.values(care ?? {})) {
    for (const text of Object.values<unknown>(topic).filter((part) => typeof part === 'string')) {
      expect(said).toContain(plain(text).replaceAll(/ (?=[.,:;])/g, ''));
    }
  }
});

test('[CONS-01] it is public, in the language asked for, and the other legal pages lead there', async () => {
  for (const path of ['/legal/terms', '/legal/privacy', '/legal/safety']) {
    const { body, statusCode } = await server.app.inject(`${path}?lang=es`);
    expect(statusCode).toBe(200);
    expect(body).toContain('<a href="/legal/safety?lang=es">Seguridad</a>');
    expect(body).not.toMatch(/<style|<script|style=|onclick/);
  }
});

test('[CONS-01] it tells how often help was given, and small numbers by their size alone', async () => {
  const rows = [
    { month: '2026-11', topic: 'crisis', count: 4 },
    { month: '2026-11', topic: 'abuse', count: 5 },
    { month: '2026-11', topic: 'odds', count: 70 },
    { month: '2025-12', topic: 'crisis', count: 17 },
  ];
  await server.database.db.insertInto('help_counts').values(rows).execute();
  const english = readable((await server.app.inject('/legal/safety')).body);
  expect(english).toContain('November 2026 1–4 5 0 December 2025 17 0 0');
  expect(english).not.toContain(' 70 ');
  const spanish = readable((await server.app.inject('/legal/safety?lang=es')).body);
  expect(spanish).toContain('noviembre de 2026 1–4 5 0 diciembre de 2025 17 0 0');
});

test('[CONS-01] it stays when nobody knows the figures', async () => {
  await server.database.execute('alter table help_counts rename to help_counts_away');
  const { body, statusCode } = await server.app.inject('/legal/safety');
  await server.database.execute('alter table help_counts_away rename to help_counts');
  expect(statusCode).toBe(200);
  expect(body).toContain('<strong>Call or text 988</strong>');
  expect(body).toContain('The figures cannot be read at the moment.');
});

test('[CONS-01] it names the person to ask and who reviewed the texts, as text', async () => {
  const careFile = join(await temporaryFolder(), 'care.yaml');
  await writeFile(careFile, 'reviewed: { by: Dr. Ana Ruiz, on: 2026-10-01 }\n');
  const own = loadOwnDomains({ careFile: pathToFileURL(careFile), contact: CONTACT });
  const page = createSafetyPage(own, { ...NAMES, language: 'en' })(null);
  expect(page).toContain(
    'it is Jo &lt;Doe&gt;, college counselor: <a href="mailto:jo@school.example">jo@school.example</a>',
  );
  expect(page).toContain('they were reviewed by Dr. Ana Ruiz, on 2026-10-01.');
  const nobody = createSafetyPage(loadOwnDomains({}), { ...NAMES, language: 'en' })(null);
  expect(nobody).toContain('has not named anybody here');
  expect(nobody).toContain('Nobody at the school or club that runs Pathway has been named');
});
