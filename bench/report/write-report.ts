import { mkdir, writeFile } from 'node:fs/promises';
import type { AnswerRow } from '../answer-quality.ts';
import type { IngestRow } from '../ingest-throughput.ts';
import type { MutantsRow } from '../mutants.ts';
import type { LatencyRow } from '../search-latency.ts';
import type { QualityRow } from '../search-quality.ts';
import { drawBars } from './draw-bars.ts';
import { drawLatency } from './draw-latency.ts';

/** The newest figures of each part, measured together or one after the other. */
export interface BenchResults {
  measuredAt: string;
  node: string;
  cpu: string | undefined;
  cores: number;
  loadBefore: number | undefined;
  quality?: QualityRow[];
  answers?: AnswerRow[];
  latency?: LatencyRow[];
  ingest?: IngestRow[];
  mutants?: MutantsRow[];
}

const FOLDER = new URL('../../docs/generated/', import.meta.url);
const BARS = [
  { file: 'search-squad.svg', data: 'SQuAD', figure: 'R@1', goal: 81, what: 'right passage first' },
  {
    file: 'search-handbook.svg',
    data: 'Handbook',
    figure: 'hit@10',
    goal: 85,
    what: 'answer among ten passages',
  },
] as const;

/** Writes the figures as `docs/generated/benchmarks.md` with its charts beside it. */
export async function writeReport(results: BenchResults): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const parts = [
    '# Measurements',
    'Written by `npm run bench`; goals and method stand in the code under `bench/`. Compare ratios, not milliseconds.',
    `Last run ${results.measuredAt.slice(0, 10)}, Node ${results.node}, ${results.cores} cores of ${results.cpu ?? 'an unknown processor'}, load ${results.loadBefore?.toFixed(1) ?? '?'} before it began.`,
    ...(results.quality === undefined ? [] : await reportQuality(results.quality)),
    ...(results.answers === undefined
      ? []
      : ['## Answers without a model', table(results.answers)]),
    ...(results.latency === undefined ? [] : await reportLatency(results.latency)),
    ...(results.ingest === undefined ? [] : ['## Reading documents', table(results.ingest)]),
    ...(results.mutants === undefined ? [] : reportMutants(results.mutants)),
  ];
  await writeFile(new URL('benchmarks.md', FOLDER), `${parts.join('\n\n')}\n`);
}

async function reportQuality(rows: readonly QualityRow[]): Promise<string[]> {
  const charts: string[] = [];
  for (const { file, data, figure, goal, what } of BARS) {
    // The last of SQuAD's rows are those on which nothing was chosen.
    const name = rows.findLast((row) => row.data.startsWith(data))?.data;
    const bars = rows
      .filter((row) => row.data === name)
      .map(({ engine, figures }) => ({ engine, value: figures[figure] ?? 0 }));
    if (name === undefined) continue;
    const title = `${figure}: ${what}, per cent`;
    await writeFile(new URL(file, FOLDER), drawBars({ title, subtitle: name, bars, goal }));
    charts.push(`![${title}, on ${name}](${file})`);
  }
  const tables = [...Map.groupBy(rows, (row) => row.data)].flatMap(([data, own]) => [
    `### ${data}`,
    table(own.map(({ engine, figures }) => ({ engine, ...figures }))),
  ]);
  return ['## Finding the right passage, per cent', ...charts, ...tables];
}

async function reportLatency(rows: readonly LatencyRow[]): Promise<string[]> {
  await writeFile(new URL('search-latency.svg', FOLDER), drawLatency(rows));
  const sorted = rows.toSorted((a, b) => a.passages - b.passages);
  return [
    '## Time of one search, milliseconds',
    '![Time of one search by size](search-latency.svg)',
    'The question is embedded anew each time where vectors are used. `eventLoopP99` is how long the event loop stood still.',
    table(sorted),
  ];
}

function reportMutants(rows: readonly MutantsRow[]): string[] {
  return [
    '## A thousand broken files',
    table(rows.map((row) => ({ ...row, ends: Object.keys(row.ends).length }))),
  ];
}

function table(rows: readonly object[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly unknown[]) => `| ${cells.map(String).join(' | ')} |`;
  const body = rows.map((row) => {
    const values = new Map(Object.entries(row));
    return line(columns.map((column) => values.get(column) ?? ''));
  });
  return [line(columns), line(columns.map(() => '---')), ...body].join('\n');
}
