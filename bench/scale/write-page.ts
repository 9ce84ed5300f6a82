import { LOGS_IN_BROWSER_MAX, LOGS_PER_PAGE } from '@pathway/contract/limits';
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { table } from '../report/write-report.ts';
import type { Building } from './fill-collection.ts';
import type { ChatFigures } from './measure-chat.ts';
import type { LogFigures } from './measure-logs.ts';
import type { SearchFigures, Sizes } from './measure-search.ts';

const PAGE = new URL('../../docs/generated/how-far-it-goes.md', import.meta.url);

/** How many programs wanted a processor in the minute before a measurement. */
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

/** What was measured of so many logs, and with how much memory for PostgreSQL's pages. */
type LogsOfSize = LogFigures & Loaded & { sharedBuffers: string };

/** All that was measured, by number of passages. */
export interface ScaleResults {
  version: string;
  sharedBuffers: string;
  collections: Record<number, Collection>;
  /** By number of logs. */
  logs?: Record<number, LogsOfSize>;
  chat?: ChatFigures & Loaded;
}

export async function writePage(results: ScaleResults): Promise<void> {
  const sizes = Object.keys(results.collections).toSorted((a, b) => Number(a) - Number(b));
  const collections = Object.entries(results.collections).toSorted(
    ([a], [b]) => Number(a) - Number(b),
  );
  const parts = [
    '# How far it goes',
    `Written by \`TEST_DATABASE_URL=… npm run bench -- --only scale --sizes ${sizes.join(',')}\` on ${new Date().toISOString().slice(0, 10)}: PostgreSQL ${results.version} with ${results.sharedBuffers} of shared buffers, beside the product on one machine, ${availableParallelism()} cores of ${cpus()[0]?.model}. Nothing larger than these sizes was measured. *Busy* stands for a time that was taken while more programs wanted a processor than there are, and so says nothing of the product.`,
    '## Passages',
    'Five sentences of SQuAD each, so words are as common as in real text. Their vectors are made up: one of two hundred centres, and two of four thousand deviations. Rows were stored by the database itself, twenty of them checked against what the product counts, and indexes built at one go. A question is embedded and searched for, one after the other; by words alone goes one that the encoder did not embed in time. *Processor* is what the product and the database used for one question on the average.',
    ...some(
      collections,
      ([size, { search }]) =>
        search && {
          passages: Number(size).toLocaleString('en'),
          'search p50, ms': atRest(search, search.p50Ms),
          'p95, ms': atRest(search, search.p95Ms),
          'processor, ms': search.withoutVector === 0 ? (search.processorMs ?? '') : 'busy',
          'by words alone': atRest(search, `${search.withoutVector} of ${search.questions}`),
        },
    ),
    ...some(
      collections,
      ([size, { building, recall, ingest }]) =>
        building && {
          passages: Number(size).toLocaleString('en'),
          'index of words, s': atRest(building, building.wordIndexesS),
          'index of vectors, s': atRest(building, building.vectorIndexS),
          'of the nearest 100 found, %': recall ?? '',
          'passages a second that the product adds': ingest ? atRest(ingest, ingest.perSecond) : '',
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
    ...writeLogs(Object.entries(results.logs ?? {})),
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

/** What the screen of logs waits for, by number of logs. */
function writeLogs(measured: [string, LogsOfSize][]): string[] {
  const sizes = measured.toSorted(([a], [b]) => Number(a) - Number(b));
  const [first] = sizes;
  if (first === undefined) return [];
  const inWords = (size: string) => Number(size).toLocaleString('en');
  const names = Object.keys(first[1].calls) as (keyof LogFigures['calls'])[];
  return [
    '## Logs',
    `What the screen of logs waits for, in milliseconds, where the server filters and counts (more than ${LOGS_IN_BROWSER_MAX.toLocaleString('en')}): whole calls over HTTP, one after the other, a page of ${LOGS_PER_PAGE} logs, each the median of five, PostgreSQL with ${first[1].sharedBuffers} of shared buffers.`,
    table(
      names.map((name) => ({
        call: name,
        ...Object.fromEntries(
          sizes.map(([size, figures]) => [
            `${inWords(size)} logs`,
            atRest(figures, figures.calls[name]),
          ]),
        ),
      })),
    ),
    'What is streamed: the list of all logs, and exports of all of them. *Others* is the longest that another call waited meanwhile.',
    table(
      sizes.flatMap(([size, figures]) =>
        Object.entries(figures.streams).map(([name, stream]) => ({
          logs: inWords(size),
          reply: name,
          'first byte, ms': atRest(figures, stream.firstByteMs),
          'whole, s': atRest(figures, stream.wholeS),
          'logs a second': atRest(figures, stream.logsPerS),
          MB: stream.sentMb,
          'server before, MB': stream.beforeMb,
          'at most, MB': stream.mostMb,
          'others, ms': atRest(figures, stream.othersMostMs),
        })),
      ),
    ),
    'Logs are digested in the background as they come (`log_digests`); here all at once, as after an upgrade.',
    table(
      sizes.map(([size, figures]) => ({
        logs: inWords(size),
        'digested in, s': atRest(figures, figures.digestS ?? ''),
        'server started in, s': atRest(figures, figures.startS),
      })),
    ),
  ];
}

/** What was measured on a machine that did nothing else. */
const atRest = ({ load }: Loaded, value: unknown) =>
  load > availableParallelism() ? 'busy' : value;

/** A table of those that were measured; nothing without any. */
function some<Entry>(
  entries: readonly Entry[],
  toRow: (entry: Entry) => object | undefined,
): string[] {
  const rows = entries.flatMap((entry) => toRow(entry) ?? []);
  return rows.length === 0 ? [] : [table(rows)];
}

const ADVICE = `## What grows how, and what moves where

What a part grows with follows from how it works; from when it has to move shows in the tables above, as far as they go.

| part | grows with | then |
|---|---|---|
| search by words | the rows of the words that are asked for, of which 45,000 at most are read: in a larger collection the commonest words of a question no longer count | more memory for PostgreSQL, so that the index of words stays in it |
| search by vectors | below 5,000 passages all are compared; above, an approximate index (HNSW) of about the size of the vectors | more memory for PostgreSQL: a machine of its own, or a managed one |
| building the index of vectors | passages | \`maintenance_work_mem\` as large as vectors and their graph |
| reading documents | pages | \`npm run worker\` on machines of their own, which share the queue |
| the screen of logs | up to 50,000 logs are filtered in the browser, more of them on the server: pages, dates, ratings and questions are found by indexes, summaries of all logs go through a tenth of their bytes | dates in the filter; \`LOG_RETENTION_DAYS\`; partitions by month, which the product does not make by itself |
| answering | people who ask at once | more servers behind the proxy |
| reports of others | whoever asks | a follower of PostgreSQL, to which the product itself never goes |
| writing | questions, ratings, documents | one primary; the product does not shard |`;
