import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { table } from '../report/write-report.ts';
import type { Building } from './fill-collection.ts';
import type { ChatFigures } from './measure-chat.ts';
import type { LogFigures } from './measure-logs.ts';
import type { SearchFigures, Sizes } from './measure-search.ts';

const PAGE = new URL('../../docs/generated/how-far-it-goes.md', import.meta.url);

/** The load of the last minute before a measurement: more than the processors means that others worked, too. */
interface Loaded {
  load: number;
}

/** What was measured of one collection. */
interface Collection {
  building?: Building & Loaded;
  search?: SearchFigures & Loaded;
  sizes?: Sizes;
  recall?: number;
  ingest?: { perSecond: number } & Loaded;
}

/** All that was measured, by number of passages. */
export interface ScaleResults {
  version: string;
  collections: Record<number, Collection>;
  logs?: LogFigures & Loaded;
  chat?: ChatFigures & Loaded;
}

export async function writePage(results: ScaleResults): Promise<void> {
  const collections = Object.entries(results.collections).toSorted(
    ([a], [b]) => Number(a) - Number(b),
  );
  const parts = [
    '# How far it goes',
    `Written by \`TEST_DATABASE_URL=… npm run bench -- --only scale\` on ${new Date().toISOString().slice(0, 10)}: PostgreSQL ${results.version} with 2 GB of shared buffers, beside the product on one machine, ${availableParallelism()} cores of ${cpus()[0]?.model}. *Load* is how many programs wanted a processor in the minute before, of which this machine has ${availableParallelism()}: times at a higher load are those of a machine that others use, and many times longer than its own; processor time is not.`,
    '## Passages',
    'Five sentences of SQuAD each, so words are as common as in real text. Their vectors are made up (one of two hundred centres, and two of four thousand deviations), since encoding a million takes a day; that is harder for the index than meanings are. Rows were stored by the database itself, checked against what the product counts, and indexes built at one go. A question is embedded and searched for, one after the other.',
    ...some(
      collections,
      ([size, { search }]) =>
        search && {
          passages: Number(size).toLocaleString('en'),
          'search p50, ms': search.p50Ms,
          'p95, ms': search.p95Ms,
          'processor, ms': search.processorMs ?? '',
          'by words alone': `${search.withoutVector} of ${search.questions}`,
          load: search.load,
        },
    ),
    ...some(
      collections,
      ([size, { building, recall, ingest }]) =>
        building && {
          passages: Number(size).toLocaleString('en'),
          'index of words, s': building.wordIndexesS,
          'index of vectors, s': building.vectorIndexS,
          load: building.load,
          'of the nearest 100 found, %': recall ?? '',
          'passages a second that the product adds': ingest?.perSecond ?? '',
          'load then': ingest?.load ?? '',
        },
    ),
    ...some(
      collections,
      ([size, { sizes }]) =>
        sizes && {
          passages: Number(size).toLocaleString('en'),
          'texts, MB': sizes.textsMb,
          'words, MB': sizes.wordsMb,
          'vectors, MB': sizes.vectorsMb,
          'index of vectors, MB': sizes.vectorIndexMb,
          'database, MB': sizes.everythingMb,
        },
    ),
    ...(results.logs
      ? [
          '## Logs',
          'What the screen of logs asks for: all of them in one streamed reply, which the browser filters and exports by itself. A browser holds a hundred thousand ([measurements](benchmarks.md)), not a million: with more, keep fewer by `LOG_RETENTION_DAYS`, and read the rest from the reply by a program.',
          table([results.logs]),
        ]
      : []),
    ...(results.chat
      ? [
          '## People',
          'Who think for ten to thirty seconds, ask, and ask the next question of the other of two servers; the stand-in for the model says its first sentence after 300 ms. *Lost* counts answers that were acknowledged and are not stored as they were sent, and rows that nobody asked for.',
          table([results.chat]),
        ]
      : []),
    ADVICE,
  ];
  await writeFile(PAGE, `${parts.join('\n\n').trim()}\n`);
}

/** A table of those that were measured; nothing without any. */
function some<Entry>(
  entries: readonly Entry[],
  toRow: (entry: Entry) => object | undefined,
): string[] {
  const rows = entries.flatMap((entry) => toRow(entry) ?? []);
  return rows.length === 0 ? [] : [table(rows)];
}

const ADVICE = `## What grows how, and what moves where

| part | grows with | moves |
|---|---|---|
| search by words | the rows of the terms that are asked for, 45,000 at most: in a larger collection the commonest words of a question no longer count | stays in PostgreSQL; memory for the index of words is what it wants first |
| search by vectors | exact below 5,000 passages, then the approximate index (HNSW): time with the logarithm, size with the number of passages | when the index no longer fits into memory, PostgreSQL gets a machine of its own, or a managed one with more memory; from some millions of passages on, collections of their own by school |
| building the index of vectors | a little more than the number of passages | \`maintenance_work_mem\` as large as vectors and graph, or it becomes many times slower; \`npm run reembed -- --all\` keeps search up meanwhile |
| reading documents | pages | \`npm run worker\` on machines of its own; several share the queue |
| logs | questions | \`LOG_RETENTION_DAYS\`; by months of their own (partitions) from some tens of millions on |
| answering | people who ask at once | more servers behind the proxy; the model is what waits |
| reading by others (reports, exports) | whoever asks | a follower of PostgreSQL, which the recipe of several machines has anyway |
| writing | questions a second | one primary takes some hundreds a second; sharding has no use before that |`;
