import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureAnswerQuality } from './answer-quality.ts';
import { compareCrawlers } from './crawl/compare-crawlers.ts';
import { measureFirstToken } from './first-token.ts';
import { measureLighthouse } from './screen/lighthouse.ts';
import { measureChatScreen } from './screen/chat-screen.ts';
import { measureLogsScreen } from './screen/logs-screen.ts';
import { measureIngestThroughput } from './ingest-throughput.ts';
import { measureMutants } from './mutants.ts';
import { writeReport, type BenchResults } from './report/write-report.ts';
import { measureSearchLatency, type LatencyRow } from './search-latency.ts';
import { measureSearchQuality } from './search-quality.ts';
import { measureSignIn } from './sign-in/measure-sign-in.ts';

/**
 * Prints every measurement as a table, keeps the figures in `bench/results/latest.json` and writes them
 * with charts to `docs/generated/benchmarks.md`.
 * `--all` asks every SQuAD question instead of two tenths; `--only quality|answers|latency|ingest|crawl|mutants|chat-screen|signin|first-token|logs-screen|lighthouse` runs one
 * part and keeps the other parts' last figures. The evaluation data is read from `EVAL_DIR`, by default `../shared/eval` beside the project.
 * The first run embeds the data, which takes minutes; the vectors are kept in `.cache/vectors`.
 */
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string' },
    sizes: { type: 'string', default: '1000,10000,100000' },
  },
});
const RESULTS = new URL('./results/', import.meta.url);
const wants = (part: string) => values.only === undefined || values.only === part;
const before = await readFile(new URL('latest.json', RESULTS), 'utf8').catch(() => '{}');
const results: BenchResults & Record<string, unknown> = {
  ...(JSON.parse(before) as Partial<BenchResults>),
  measuredAt: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: availableParallelism(),
  loadBefore: loadavg()[0],
};
if (wants('quality')) {
  const rows = await measureSearchQuality({ all: values.all });
  results['quality'] = rows;
  for (const data of new Set(rows.map((row) => row.data))) {
    console.log(`\n${data}, per cent`);
    const table = rows.filter((row) => row.data === data);
    console.table(Object.fromEntries(table.map(({ engine, figures }) => [engine, figures])));
  }
}
if (wants('answers')) {
  const rows = await measureAnswerQuality();
  results['answers'] = rows;
  console.log('\nAnswers without a language model');
  console.table(rows);
}
if (wants('latency')) {
  const sizes = values.sizes.split(',').map(Number);
  const others = (results.latency ?? []).filter(({ passages }) => !sizes.includes(passages));
  const measured: LatencyRow[] = [];
  console.log('\nOne search, milliseconds');
  await measureSearchLatency(sizes, async (row) => {
    measured.push(row);
    console.log(JSON.stringify(row));
    results.latency = [...others, ...measured];
    // The largest size takes long; what was measured is kept when somebody has no more patience.
    await keep();
  });
}
if (wants('ingest')) {
  const rows = await measureIngestThroughput();
  results['ingest'] = rows;
  console.log('\nReading documents');
  console.table(rows);
}
if (wants('crawl')) {
  const rows = await compareCrawlers();
  results['crawl'] = rows;
  console.log('\nReading a site full of traps');
  console.table(rows);
}
if (wants('mutants')) {
  const rows = await measureMutants();
  results['mutants'] = rows;
  console.log('\nBroken files');
  console.table(rows.map((row) => ({ ...row, ends: Object.keys(row.ends).length })));
  console.log(
    JSON.stringify(
      rows.map(({ kind, ends }) => ({ kind, ...ends })),
      null,
      2,
    ),
  );
}
if (wants('chat-screen')) {
  const rows = await measureChatScreen();
  results['chat-screen'] = rows;
  console.log('\nThe chat in Chromium, milliseconds of the main thread');
  console.table(rows);
}
if (wants('signin')) {
  const figures = await measureSignIn();
  results['signin'] = figures;
  console.log('\nSigning in on the embedded database, milliseconds of a step');
  console.table(figures.signIns);
  console.log('\nDoes time tell accounts from strangers, medians in milliseconds');
  console.table(figures.timing);
  console.log('\nOne password with argon2id');
  console.table([figures.password]);
}
if (wants('first-token')) {
  const row = await measureFirstToken();
  results['first-token'] = row;
  console.log("\nThe server's share of the time to the first shown sentence, milliseconds");
  console.table([row]);
}
if (wants('logs-screen')) {
  const rows = await measureLogsScreen();
  results['logs-screen'] = rows;
  console.log('\n100,000 logs in Chromium');
  console.table(rows);
}
if (wants('lighthouse')) {
  const rows = await measureLighthouse();
  results['lighthouse'] = rows;
  console.log('\nLighthouse on a phone');
  for (const row of rows) console.table(row);
}
await keep();

async function keep(): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(new URL('latest.json', RESULTS), `${JSON.stringify(results, null, 2)}\n`);
  await writeReport(results);
}
