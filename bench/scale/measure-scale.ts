import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import { addDocument } from '../bench-database.ts';
import { readSquad } from '../evaluation-data.ts';
import { mixPassages, PASSAGES_PER_DOCUMENT } from '../search-latency.ts';
import { buildIndexes, fillCollection, storeParts, time } from './fill-collection.ts';
import { fillLogs } from './fill-logs.ts';
import { measureChat } from './measure-chat.ts';
import { measureLogs } from './measure-logs.ts';
import { measureRecall, measureSearch, measureSizes } from './measure-search.ts';
import { dropKeptDatabase, openKeptDatabase } from './open-kept-database.ts';
import { type ScaleResults, writePage } from './write-page.ts';

const RESULTS = new URL('../results/', import.meta.url);
const QUESTIONS = 120;
/** Passages that the product's own path stores, one document after the other. */
const INGESTED = 5_000;

/** What may be run by itself, in this order. Databases are kept between them. */
const STEPS = ['fill', 'index', 'search', 'fill-logs', 'logs', 'chat', 'drop'] as const;
type Step = (typeof STEPS)[number];

/**
 * How far PostgreSQL goes: collections of each size, as many logs, and people who chat
 * through two servers. `step` runs one of {@link STEPS} alone, since the whole takes hours; the page is
 * written after each with what has been measured by then.
 */
export async function measureScale(given: {
  sizes: readonly number[];
  step: string | undefined;
  seconds: number;
}): Promise<void> {
  const sizes = given.sizes.toSorted((a, b) => a - b);
  const wanted = given.step?.split(',') ?? STEPS;
  const unknown = wanted.filter((name) => !STEPS.includes(name as Step));
  if (unknown.length > 0) throw new Error(`No step is called ${unknown.join(', ')}.`);
  const squad = await readSquad();
  const sentences = squad.passages.flatMap(({ text }) => text.split(/(?<=[.!?]) /));
  const every = Math.floor(squad.questions.length / QUESTIONS);
  const questions = squad.questions.map(({ q }) => q);
  const some = questions.filter((_, index) => index % every === 0).slice(0, QUESTIONS);
  const encoder = createBundledEncoder();
  const identity = await encoder.forQuestions.identify(new AbortController().signal);
  const results = await readResults();
  const load = () => Math.round(loadavg()[0] ?? 0);
  const keep = async () => {
    await mkdir(RESULTS, { recursive: true });
    await writeFile(new URL('scale.json', RESULTS), JSON.stringify(results, null, 2));
    await writePage(results);
  };
  const ofSize = (size: number) => (results.collections[size] ??= {});
  const within = async <Result>(
    name: string,
    work: (database: Awaited<ReturnType<typeof openKeptDatabase>>) => Promise<Result>,
  ): Promise<Result> => {
    const database = await openKeptDatabase(name);
    try {
      const { rows } = await database.execute(
        `select current_setting('server_version') as version, current_setting('shared_buffers') as buffers`,
      );
      results.version = String(rows[0]?.['version']).split(' ')[0] ?? '';
      results.sharedBuffers = String(rows[0]?.['buffers']);
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const steps: Record<Step, () => Promise<void>> = {
    async fill() {
      for (const size of sizes) {
        await dropKeptDatabase(nameOf(size));
        await within(nameOf(size), (database) =>
          fillCollection(database, { size, sentences, identity }),
        );
      }
    },
    async index() {
      for (const size of sizes) {
        const building = { load: load() };
        const built = await within(nameOf(size), (database) => buildIndexes(database, identity));
        ofSize(size).building = { ...built, ...building };
        await keep();
      }
    },
    async search() {
      for (const size of sizes) {
        await within(nameOf(size), async (database) => {
          const before = load();
          const asked = await measureSearch(database, some, encoder.forQuestions);
          ofSize(size).search = { ...asked, load: before };
          ofSize(size).sizes = await measureSizes(database);
          ofSize(size).recall = await measureRecall(database, identity);
          const passages = mixPassages(squad.passages, INGESTED);
          const ingest = { load: load() };
          const seconds = await time(async () => {
            for (let start = 0; start < INGESTED; start += PASSAGES_PER_DOCUMENT) {
              const own = passages.slice(start, start + PASSAGES_PER_DOCUMENT);
              await addDocument(database, `Added ${start}`, own);
            }
          });
          ofSize(size).ingest = { perSecond: Math.round(INGESTED / seconds), ...ingest };
        });
        await keep();
      }
    },
    async 'fill-logs'() {
      for (const size of sizes) {
        await dropKeptDatabase(nameOfLogs(size));
        await within(nameOfLogs(size), async (database) => {
          await storeParts(database.db, sentences, 1);
          await fillLogs(database, { count: size, questions });
        });
      }
    },
    async logs() {
      for (const size of sizes) {
        const before = load();
        const figures = await within(nameOfLogs(size), measureLogs);
        const { sharedBuffers } = results;
        (results.logs ??= {})[size] = { ...figures, load: before, sharedBuffers };
        await keep();
      }
    },
    async chat() {
      await dropKeptDatabase('scale_chat');
      const before = load();
      const figures = await within('scale_chat', (database) =>
        measureChat(database, given.seconds),
      );
      results.chat = { ...figures, load: before };
      await keep();
    },
    async drop() {
      for (const name of [...sizes.map(nameOf), ...sizes.map(nameOfLogs), 'scale_chat'])
        await dropKeptDatabase(name);
    },
  };
  try {
    for (const step of STEPS.filter((name) => wanted.includes(name))) await steps[step]();
  } finally {
    await encoder.close();
  }
}

const nameOf = (size: number) => `scale_${size}`;
const nameOfLogs = (size: number) => `scale_logs_${size}`;

async function readResults(): Promise<ScaleResults> {
  const text = await readFile(new URL('scale.json', RESULTS), 'utf8').catch(() => '{}');
  return {
    version: '',
    sharedBuffers: '',
    collections: {},
    ...(JSON.parse(text) as Partial<ScaleResults>),
  };
}
