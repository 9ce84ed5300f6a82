import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { PARTS } from './parts.ts';
import { measureScale } from './scale/measure-scale.ts';
import { writeReport, type BenchResults } from './report/write-report.ts';

/**
 * Prints every measurement as tables, keeps the figures in `bench/results/latest.json` and writes them
 * with charts to `docs/generated/benchmarks.md`.
 *
 * `--all` asks every SQuAD question instead of two tenths; `--only NAME[,NAME]` runs some parts and keeps
 * the others' last figures; `--sizes 1000,10000` are the collections on which search is timed;
 * `--only scale --sizes 10000,100000,1000000` measures how far PostgreSQL goes, which no other run does; `--step NAME[,NAME]`
 * runs some of its steps, `--seconds 300` is how long people chat;
 * `--questions 1500 --articles 48` are what the part `ablation` asks of SQuAD; `--messages FILE` holds the lists that the part `care` asks, `--second-reader` has a
 * stand-in read doubtful ones again (`training/care/README.md`); `--attack NAME[,NAME]`
 * runs some of the part `attacks`, and `--earlier FOLDER` renews what they find on an older tree. The
 * evaluation data is read from `EVAL_DIR`, by default `../shared/eval` beside the project, and the public files
 * of the part `reading` from `READING_DIR`, each at `owner/repository/path`. The first run
 * embeds the data, which takes minutes; the vectors are kept in `.cache/vectors`.
 */
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: PARTS.map(({ name }) => name).join(',') },
    messages: { type: 'string' },
    'second-reader': { type: 'boolean', default: false },
    questions: { type: 'string', default: '1500' },
    articles: { type: 'string', default: '48' },
    attack: { type: 'string' },
    earlier: { type: 'string' },
    sizes: { type: 'string', default: '1000,10000,100000' },
    step: { type: 'string' },
    seconds: { type: 'string', default: '300' },
  },
});
const RESULTS = new URL('./results/', import.meta.url);
const options = {
  all: values.all,
  sample: { questions: Number(values.questions), articles: Number(values.articles) },
  messages: values.messages,
  secondReader: values['second-reader'],
  attackNames: values.attack?.split(','),
  earlierTree: values.earlier,
  sizes: values.sizes.split(',').map(Number),
};
// It takes hours and gigabytes, and writes a page of its own.
if (values.only === 'scale') {
  await measureScale({
    sizes: options.sizes,
    step: values.step,
    seconds: Number(values.seconds),
  });
  process.exit();
}
const wanted = values.only.split(',');
const unknown = wanted.filter((name) => PARTS.every((part) => part.name !== name));
if (unknown.length > 0) throw new Error(`Nothing here is called ${unknown.join(', ')}.`);

const results: BenchResults = {
  parts: (await readEarlier())?.parts ?? {},
  machine: { node: process.version, cpu: cpus()[0]?.model, cores: availableParallelism() },
};
for (const part of PARTS.filter(({ name }) => wanted.includes(name))) {
  const about = { measuredAt: new Date().toISOString(), loadBefore: loadavg()[0] ?? Number.NaN };
  const keep = async (figures: unknown) => {
    results.parts[part.name] = { ...about, figures };
    await store();
  };
  const figures = await part.measure(options, keep, results.parts[part.name]?.figures);
  console.log(`\n${part.heading}`);
  for (const { title, rows } of part.tables(figures)) {
    if (title !== undefined) console.log(title);
    console.table(rows);
  }
  await keep(figures);
}

async function readEarlier(): Promise<BenchResults | undefined> {
  const text = await readFile(new URL('latest.json', RESULTS), 'utf8').catch(() => '{}');
  const earlier = JSON.parse(text) as Partial<BenchResults>;
  return earlier.parts === undefined ? undefined : (earlier as BenchResults);
}

async function store(): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(new URL('latest.json', RESULTS), `${JSON.stringify(results, null, 2)}\n`);
  await writeReport(results);
}
