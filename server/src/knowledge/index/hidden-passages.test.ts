import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { placeDatabase, runUntilKilled } from '../../../test/run-until-killed.ts';
import type { Database } from '../../platform/db/database.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { createPassageSearch } from '../search/create-passage-search.ts';
import type { SearchQuery } from '../search/passage.ts';
import { addDocument, type TestPassage, type TestSection } from '../testing/add-document.ts';
import { createLetterModel } from '../testing/create-letter-model.ts';
import { hidePassage, showPassage } from './hidden-passages.ts';
import { replacePassages } from './passage-store.ts';
import { readOutline } from './section-outline.ts';
import { embedMissingPassages } from './vector-store.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();

const KILLED = new URL('../../../test/database/reread-until-killed.ts', import.meta.url);
const KILLED_AFTER = 20;
const KILL_LIMIT_MS = 120_000;

const FERRY = 'The ferry to the island leaves at nine each Sunday.';
const CAPTAIN = 'Its captain waits for nobody who comes late.';
const DINNER = 'Dinner is served under the lanterns of the old court.';
const SHIP: TestPassage[] = [
  { text: DINNER, headingPath: ['Trip', 'Food'] },
  { text: `${FERRY} ${CAPTAIN}`, headingPath: ['Trip', 'Ferry'], page: 2 },
  {
    text: `${CAPTAIN} Blankets lie on deck.`,
    headingPath: ['Trip', 'Ferry'],
    page: 3,
    pageTurns: [
      { start: 0, page: 2, pageLabel: null },
      { start: CAPTAIN.length + 1, page: 3, pageLabel: null },
    ],
  },
];
const ASKED: TestSection = {
  heading: 'Ferry',
  text: `${FERRY} ${CAPTAIN}`,
  questions: { en: ['when does the boat go'], es: ['cuándo sale el barco'] },
  translations: [{ language: 'es', title: 'Viaje', heading: 'Barco', text: 'Sale a las nueve.' }],
};

describe.each(TEST_ENGINES)('hidden passages on %s', (engine) => {
  let database: Database;
  let admin: string;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const user = { provider_user_id: randomUUID(), email: 'ann@example.com' };
    const insert = database.db.insertInto('users').values(user).returning('id');
    admin = (await insert.executeTakeFirstOrThrow()).id;
  });
  beforeEach(() => database.db.deleteFrom('documents').execute());
  afterAll(() => database.close());

  const model = createLetterModel();
  const find = async (query: Omit<SearchQuery, 'limit'>) => {
    const search = createPassageSearch({ db: database.db, embeddings: model, log });
    const { hits } = await search.search({ limit: 10, ...query }, signal);
    return hits.map(({ passage }) => passage);
  };
  const add = async (passages: TestPassage[], sections: TestSection[] = []) => {
    const id = await addDocument(database.db, { tags: ['trip'], passages, sections });
    await embed();
    return { kind: 'document', id } as const;
  };
  const embed = () => embedMissingPassages({ db: database.db, embeddings: model, log }, {}, signal);
  const read = (source: { id: string }) =>
    database.db
      .selectFrom('passages')
      .select(['id', 'text', 'hidden_id'])
      .where('document_id', '=', source.id)
      .orderBy('ordinal')
      .execute();
  const hide = async (source: { kind: 'document'; id: string }, ordinal: number) => {
    const passageId = (await read(source))[ordinal]?.id ?? 0;
    const hiding = { passageId, reason: 'out of date', by: admin, at: new Date() };
    return hidePassage(database.db, source, hiding);
  };
  const replace = (source: { kind: 'document'; id: string }, texts: string[]) =>
    database.db.transaction().execute((trx) =>
      replacePassages(
        trx,
        source,
        texts.map((text, ordinal) => ({
          ordinal,
          title: 'Guide',
          headingPath: [],
          page: null,
          pageLabel: null,
          url: null,
          text,
        })),
      ),
    );
  const hiddenTexts = async (source: { id: string }) =>
    (await read(source)).filter((row) => row.hidden_id !== null).map(({ text }) => text);

  test('[DOC-11] are found by no word, vector, tag, known question or translation, until they are shown again', async () => {
    const source = await add(SHIP, [ASKED]);
    const queries = [
      { question: 'When does the ferry leave for the island?' },
      { question: 'When does the ferry leave for the island?', tags: ['trip'] },
      { question: 'When does the ferry leave for the island?', sourceIds: [source.id] },
      { question: 'when does the boat go' },
      { question: 'zzz ferry', previous: 'when does the boat go' },
    ];
    const spanish = { question: 'cuándo sale el barco', language: 'es' };
    const holdsIt = (passages: { text: string }[]) =>
      passages.some(({ text }) => text.includes('ferry') || text.includes('captain'));
    for (const query of queries) expect(holdsIt(await find(query))).toBe(true);
    expect((await find(spanish)).map(({ text }) => text)).toContain('Sale a las nueve.');

    expect(await hide(source, 1)).toBe(true);
    for (const query of queries) expect(holdsIt(await find(query))).toBe(false);
    expect((await find(spanish)).map(({ text }) => text)).not.toContain('Sale a las nueve.');
    // What follows it is still found, without the sentence that it repeats.
    const deck = await find({ question: 'Where do blankets lie on deck?' });
    expect(deck.find(({ ordinal }) => ordinal === 2)).toMatchObject({
      text: 'Blankets lie on deck.',
      page: 3,
    });
    expect(deck.find(({ ordinal }) => ordinal === 2)).not.toHaveProperty('pageTurns');

    const { hidden_id: hiding } = (await read(source))[1] ?? {};
    expect(await showPassage(database.db, hiding ?? '')).toBe(true);
    expect(await showPassage(database.db, hiding ?? randomUUID())).toBe(false);
    for (const query of queries) expect(holdsIt(await find(query))).toBe(true);
  });

  test('[DOC-11] leave no section of theirs to be found, nor a text to write questions from', async () => {
    const source = await add(SHIP, [ASKED]);
    const outlined = async () =>
      (await readOutline(database.db, source)).map(({ heading }) => heading);
    expect(await outlined()).toEqual(['Food', 'Ferry']);
    await hide(source, 1);
    await hide(source, 2);
    expect(await outlined()).toEqual(['Food']);
    expect((await find({ question: 'when does the boat go' })).map(({ text }) => text)).toEqual([
      DINNER,
    ]);
  });

  test('[DOC-11] stay hidden when their source is read or embedded anew, wherever its passages are cut', async () => {
    const source = await add(SHIP);
    await hide(source, 1);
    const before = await hiddenTexts(source);
    expect(before).toEqual([`${FERRY} ${CAPTAIN}`]);

    await database.db.deleteFrom('passage_embeddings').execute();
    await embed();
    expect(await hiddenTexts(source)).toEqual(before);

    await replace(source, [`${DINNER} Bread comes with it.`, FERRY, `${FERRY} ${CAPTAIN}`]);
    expect(await hiddenTexts(source)).toEqual([FERRY, `${FERRY} ${CAPTAIN}`]);
    // A word was corrected, and what stood after it joined it.
    const corrected = `${FERRY.replace('island', 'isle')} ${CAPTAIN} Blankets lie on deck.`;
    await replace(source, [DINNER, corrected]);
    expect(await hiddenTexts(source)).toEqual([corrected]);
    // A sentence that is said in many places hides none of them.
    const elsewhere = `${CAPTAIN} On other days there is a bus that takes the long road around the bay and stops at each village, so that nobody has to wait for the boat in winter.`;
    await replace(source, [DINNER, elsewhere]);
    expect(await hiddenTexts(source)).toEqual([]);
    await replace(source, [FERRY]);
    expect(await hiddenTexts(source)).toEqual([FERRY]);
    expect(await find({ question: FERRY })).toEqual([]);
  });

  test('[DOC-11] are refused for what the source does not hold, keep their first reason, and go with the source', async () => {
    const [source, other] = [await add(SHIP), await add([{ text: 'Elsewhere.' }])];
    const passageId = (await read(other))[0]?.id ?? 0;
    const hiding = { passageId, reason: 'wrong', by: admin, at: new Date() };
    expect(await hidePassage(database.db, source, hiding)).toBe(false);
    expect(await hide(source, 1)).toBe(true);
    const again = { ...hiding, passageId: (await read(source))[1]?.id ?? 0 };
    expect(await hidePassage(database.db, source, again)).toBe(true);
    const hidings = () =>
      database.db.selectFrom('hidden_passages').select(['reason', 'hidden_by']).execute();
    expect(await hidings()).toEqual([{ reason: 'out of date', hidden_by: admin }]);
    await database.db.deleteFrom('documents').where('id', '=', source.id).execute();
    expect(await hidings()).toEqual([]);
  });

  test(
    '[DOC-11] stay hidden when the process is killed while their source is read anew',
    async () => {
      const place = await placeDatabase(engine);
      await runUntilKilled(KILLED, place, KILLED_AFTER);
      const after = await openDatabase(place);
      onTestFinished(() => after.close());
      const rows = await after.db
        .selectFrom('passages')
        .select(['text', 'hidden_id'])
        .where('text', 'like', '%lantern%')
        .execute();
      expect(rows).toEqual([{ text: expect.any(String), hidden_id: expect.any(String) }]);
    },
    KILL_LIMIT_MS,
  );
});
