import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { Database } from '../../platform/db/database.ts';
import { addDocument } from '../testing/add-document.ts';
import { SPANISH_STOP_WORDS } from '../words/spanish.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { TERMS_VERSION, toTerms, toTermsIn } from '../words/to-terms.ts';
import { countTerms, maintainTables } from './passage-store.ts';
import { joinTexts } from './section-store.ts';

test('other words for the same text need another TERMS_VERSION', () => {
  const passage = {
    title: "The U.S. Student's Guide",
    headingPath: ['Money', 'Paying for policies'],
    text: 'It isn’t $20,000: eligible athletes say 2.3 cafés’ important organs are universal.',
  };
  const section = {
    title: 'Guide',
    heading: 'Money',
    text: passage.text,
    questions: [
      { language: 'en', origin: 'written' as const, text: 'Who pays my policies?', sentence: null },
      {
        language: 'es',
        origin: 'written' as const,
        text: '¿Cuántas becas puedo pagar?',
        sentence: null,
      },
    ],
    translations: [{ language: 'es', title: 'Guía', heading: 'Dinero', text: 'Las becas pagan.' }],
  };
  const rules = [
    [...STOP_WORDS],
    toTerms(passage.text),
    [...countTerms(passage).frequencies],
    [...SPANISH_STOP_WORDS],
    [...joinTexts(section)].map(([language, text]) => toTermsIn(language, text)),
  ];
  const fingerprint = createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 16);
  expect({ version: TERMS_VERSION, fingerprint }).toEqual({
    version: 1,
    fingerprint: 'a496a69658a54037',
  });
});

describe.each(TEST_ENGINES)('after a big load on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('the tables are maintained once, and again when the collection has grown by half', async () => {
    const load = (count: number) =>
      addDocument(database.db, {
        passages: Array.from({ length: count }, (_, index) => ({ text: `visit ${index}` })),
      });
    await load(900);
    expect(await maintainTables(database.db)).toBe(false);
    await load(200);
    expect(await maintainTables(database.db)).toBe(true);
    await load(300);
    expect(await maintainTables(database.db)).toBe(false);
    await load(400);
    expect(await maintainTables(database.db)).toBe(true);
    const sections = Array.from({ length: 120 }, (_, index) => ({
      heading: `Section ${index}`,
      questions: { en: ['what is this'] },
    }));
    await addDocument(database.db, { passages: [], sections });
    expect(await maintainTables(database.db)).toBe(true);
    expect(await maintainTables(database.db)).toBe(false);
  });
});
