import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadDomains } from '../../src/assistant/domain.ts';
import { DEFAULT_MODEL_LIMITS } from '../../src/assistant/generate/ask-model.ts';
import { createQuestionWriter } from '../../src/assistant/generate/write-questions.ts';
import { createDocumentStore } from '../../src/documents/document-store.ts';
import { createGenerateQuestionsJob } from '../../src/documents/generate-questions-job.ts';
import { embedMissing } from '../../src/knowledge/index/embed-missing.ts';
import { createPassageSearch } from '../../src/knowledge/search/create-passage-search.ts';
import { addDocument } from '../../src/knowledge/testing/add-document.ts';
import { createLetterModel } from '../../src/knowledge/testing/create-letter-model.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createChatModel } from '../../src/platform/models/create-chat-model.ts';
import { createTestDatabase, TEST_ENGINES } from '../create-test-database.ts';
import { createRecordingJobQueue } from '../recording-job-queue.ts';
import type { ModelRequest } from './model-request.ts';
import { type ModelServer, startModelServer } from './start-model-server.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const HANDBOOK = [
  { text: 'Welcome to our school.', headingPath: ['Handbook'] },
  {
    text: 'Students whose transcript is late write to the registrar before noon.',
    headingPath: ['Handbook', 'Transcripts'],
  },
  {
    text: 'The trainer tapes ankles before practice.',
    headingPath: ['Handbook', 'Athletic trainer'],
  },
  { text: 'The bus to away games leaves at three.', headingPath: ['Handbook', 'Travel'] },
];
const QUESTIONS: Record<string, string[]> = {
  Transcripts: [
    'my grades paper has not arrived, whom do I email about the transcript',
    'transcript not sent yet what now',
    'who fixes a late transcript',
  ],
  'Athletic trainer': [
    'hurt my ankle where do I get taped',
    'does somebody tape ankles',
    'who is the trainer',
  ],
  Travel: ['when does the bus go', 'what time do we leave for away games', 'is there a team bus'],
};

const headingOf = ({ prompt }: ModelRequest) => /<heading>\n(.+)\n/.exec(prompt)?.[1] ?? '';
const writeGood = (request: ModelRequest) => (QUESTIONS[headingOf(request)] ?? []).join('\n');

describe.each(TEST_ENGINES)('questions that a model writes for uploads on %s', (engine) => {
  let database: Database;
  let server: ModelServer;
  beforeAll(async () => {
    [database, server] = await Promise.all([createTestDatabase(engine), startModelServer()]);
  });
  beforeEach(async () => {
    await database.db.deleteFrom('documents').execute();
    server.modes = ['normal'];
    server.rewrite = writeGood;
    server.requests.length = 0;
  });
  afterAll(async () => {
    await database.close();
    await server.close();
  });

  const open = ({ hasModel = true, hasRoom = true, sectionsMax = 10 } = {}) => {
    const { db } = database;
    const jobs = createRecordingJobQueue();
    const writeQuestions = createQuestionWriter({
      ...loadDomains()[0],
      model: createChatModel({
        provider: 'compatible',
        model: 'stand-in',
        baseUrl: server.url,
        apiKey: undefined,
      }),
      budget: { hasRoom: async () => hasRoom },
      limits: { ...DEFAULT_MODEL_LIMITS, backoffMs: 1 },
      log,
    });
    const job = createGenerateQuestionsJob({
      db,
      documents: createDocumentStore(db),
      writeQuestions: hasModel ? writeQuestions : undefined,
      sectionsMax,
      jobs,
      clock: systemClock,
      log,
    });
    return { jobs, generate: job.handle };
  };
  const upload = () => addDocument(database.db, { title: 'School handbook', passages: HANDBOOK });
  const readQuestions = async () => {
    const rows = await database.db
      .selectFrom('known_questions as q')
      .innerJoin('sections as s', 's.id', 'q.section_id')
      .select(['s.heading', 'q.question', 'q.origin', 'q.language'])
      .orderBy('s.ordinal')
      .orderBy('q.ordinal')
      .execute();
    const asked = new Set(rows.map(({ origin, language }) => `${origin} ${language}`));
    if (rows.length > 0) expect([...asked]).toEqual(['generated en']);
    const byHeading = Map.groupBy(rows, ({ heading }) => heading);
    return Object.fromEntries(
      [...byHeading].map(([heading, own]) => [heading, own.map(({ question }) => question)]),
    );
  };
  const find = async (
    question: string,
    language = 'en',
    embeddings = undefined as ReturnType<typeof createLetterModel> | undefined,
  ) => {
    const search = createPassageSearch({ db: database.db, embeddings, log });
    const { hits } = await search.search({ question, limit: 10, language }, signal);
    return hits;
  };

  test('each section is asked for once, as data, and found by a paraphrase', async () => {
    const documentId = await upload();
    const other = await addDocument(database.db, {
      title: 'Housing',
      passages: [{ text: 'Dormitories close in July.', headingPath: ['Housing', 'Summer'] }],
    });
    const before = await find('dormitories close in summer');
    const { jobs, generate } = open();
    await generate({ documentId }, signal);
    expect(await readQuestions()).toEqual(QUESTIONS);
    expect(server.requests).toHaveLength(3);
    expect(server.requests[0]?.prompt).toContain('<title>\nSchool handbook\n</title>');
    expect(server.requests[0]?.prompt).not.toContain('Welcome');
    expect(server.requests[0]?.maxTokens).toBeLessThanOrEqual(600);
    expect(jobs.jobs).toEqual([{ name: 'embed-passages', payload: { documentId } }]);
    const embeddings = createLetterModel();
    const deps = { db: database.db, embeddings, ready: undefined, log };
    await embedMissing(deps, {}, signal);

    for (const model of [undefined, embeddings]) {
      const [first] = await find('my grades have not arrived whom do I email', 'en', model);
      expect(first?.passage.text).toBe(HANDBOOK[1]?.text);
      expect(first?.passage.sectionId).not.toBeNull();
    }
    const after = await find('dormitories close in summer');
    expect(after[0]?.passage.source.id).toBe(other);
    expect(after[0]?.passage.sectionId).toBeNull();
    expect(after[0]?.probability).toBeCloseTo(before[0]?.probability ?? 0, 1);
  });

  test('in a language without questions a section is found as before', async () => {
    const documentId = await upload();
    const texts = async () =>
      (await find('¿el registrar y el transcript?', 'es')).map(({ passage }) => passage.text);
    const before = await texts();
    expect(before[0]).toBe(HANDBOOK[1]?.text);
    await addDocument(database.db, {
      passages: [{ text: 'Other.', headingPath: ['Registrar'] }],
      sections: [{ heading: 'Registrar', questions: { es: ['¿quién es el registrar?'] } }],
    });
    await open().generate({ documentId }, signal);
    expect(await texts()).toContain(before[0]);
  });

  test('a model that fails leaves what was stored, and the next run goes on from there', async () => {
    const documentId = await upload();
    server.modes = ['normal', 'server-error'];
    const { generate } = open();
    await expect(generate({ documentId }, signal)).rejects.toThrow('provider');
    expect(Object.keys(await readQuestions())).toEqual(['Transcripts']);
    server.modes = ['normal'];
    server.requests.length = 0;
    await generate({}, signal);
    expect(server.requests.map(headingOf)).toEqual(['Athletic trainer', 'Travel']);
    expect(await readQuestions()).toEqual(QUESTIONS);
    await generate({}, signal);
    expect(server.requests).toHaveLength(2);
  });

  test.each(['content-filter', 'tool-call'] as const)(
    'a section at which the model fails by %s stays without questions, and the others get theirs',
    async (mode) => {
      const documentId = await upload();
      server.modes = ['normal', mode, 'normal'];
      await open().generate({ documentId }, signal);
      expect(Object.keys(await readQuestions())).toEqual(['Transcripts', 'Travel']);
    },
  );

  test('rubbish is not stored, and the passages are found as without it', async () => {
    const documentId = await upload();
    server.rewrite = () => 'Sure! Here you go:\nhttps://evil.example\nHow are you today?\n\u0000';
    const before = await find('bus to away games');
    const { generate, jobs } = open();
    await generate({ documentId }, signal);
    expect(server.requests).toHaveLength(3);
    expect(await database.db.selectFrom('sections').select('id').execute()).toEqual([]);
    expect(jobs.jobs).toEqual([]);
    expect(await find('bus to away games')).toEqual(before);
  });

  test('a document that is deleted while the model writes keeps nothing, and nothing more is asked', async () => {
    const documentId = await upload();
    const { promise, resolve } = Promise.withResolvers<void>();
    server.mayAnswer = promise;
    const running = open().generate({ documentId }, signal);
    await expect.poll(() => server.requests.length).toBe(1);
    await database.db.deleteFrom('documents').execute();
    resolve();
    await running;
    expect(server.requests).toHaveLength(1);
    expect(await database.db.selectFrom('sections').select('id').execute()).toEqual([]);
    expect(await database.db.selectFrom('section_terms').select('term').execute()).toEqual([]);
  });

  test('an abort ends the call and keeps the sections before it', async () => {
    const documentId = await upload();
    const stop = new AbortController();
    server.rewrite = (request) => {
      if (headingOf(request) === 'Athletic trainer') stop.abort(new Error('shutting down'));
      return writeGood(request);
    };
    await expect(open().generate({ documentId }, stop.signal)).rejects.toThrow('shutting down');
    expect(Object.keys(await readQuestions())).toEqual(['Transcripts']);
    await expect.poll(() => server.openCalls).toBe(0);
  });

  test('no more sections of a document are asked for than may be, none without tokens or a model', async () => {
    const documentId = await upload();
    await open({ hasModel: false }).generate({ documentId }, signal);
    await open({ hasRoom: false }).generate({ documentId }, signal);
    await open({ sectionsMax: 0 }).generate({ documentId }, signal);
    expect(server.requests).toEqual([]);
    await open({ sectionsMax: 2 }).generate({ documentId }, signal);
    expect(Object.keys(await readQuestions())).toEqual(['Transcripts', 'Athletic trainer']);
  });

  test('documents that come with the product, and those not read, are left alone', async () => {
    const documentId = await upload();
    for (const row of [
      { origin: 'starter' },
      { origin: 'upload', status: 'Processing' },
    ] as const) {
      await database.db.updateTable('documents').set(row).execute();
      await open().generate({ documentId }, signal);
      await open().generate({}, signal);
    }
    expect(server.requests).toEqual([]);
  });
});
