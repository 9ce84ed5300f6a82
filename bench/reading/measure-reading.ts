import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import PUBLIC_FILES from './public-files.json' with { type: 'json' };
import { generateFiles, type GeneratedFile } from './generate-files.ts';
import { READERS, type ReadKind } from './read-files.ts';
import { readTruth } from './read-truth.ts';
import { type ReadingCounts, scoreReading } from './score-reading.ts';

/** How well a reader reads the files of one kind; shares in per cent. */
export interface ReadingRow {
  files: string;
  kind: ReadKind;
  reader: string;
  read: number;
  failed: number;
  phrasesInOnePassage: number;
  wordsLost: number;
  wordsAltered: number;
  headingsRight: number | undefined;
}

/**
 * Reads generated files, and those of `public-files.json` that stand in the folder `READING_DIR`, each at
 * `owner/repository/path`; with `READING_MISSES` it prints what was missed where.
 */
export async function measureReading(): Promise<ReadingRow[]> {
  const generated = await generateFiles();
  const rows = await measureFiles('generated', generated);
  const found = await readPublicFiles(process.env['READING_DIR']);
  return [...rows, ...(await measureFiles('public', found))];
}

async function readPublicFiles(folder: string | undefined): Promise<GeneratedFile[]> {
  const paths = Object.entries(PUBLIC_FILES).flatMap(([repository, files]) =>
    files.map((path) => `${repository}/${path}`),
  );
  if (folder === undefined) {
    console.log(
      `READING_DIR names no folder: ${paths.length} public files are skipped (bench/reading/public-files.json).`,
    );
    return [];
  }
  const there = paths.filter((path) => existsSync(join(folder, path)));
  if (there.length < paths.length)
    console.log(
      `${paths.length - there.length} public files are not in READING_DIR and are skipped.`,
    );
  const files: GeneratedFile[] = [];
  for (const name of there) {
    const kind = extname(name).slice(1) as ReadKind;
    const bytes = await readFile(join(folder, name));
    const expected =
      kind === 'html'
        ? await readFile(join(folder, name.replace('source', 'expected')))
        : undefined;
    files.push({ name, kind, bytes, truth: await readTruth(kind, bytes, expected) });
  }
  return files;
}

async function measureFiles(set: string, files: readonly GeneratedFile[]): Promise<ReadingRow[]> {
  const rows: ReadingRow[] = [];
  for (const { name: reader, kinds, read } of READERS) {
    for (const kind of kinds) {
      const own = files.filter((file) => file.kind === kind);
      if (own.length === 0) continue;
      const counts: ReadingCounts[] = [];
      for (const { name, bytes, truth } of own) {
        try {
          const one = scoreReading(truth, await read(kind, bytes));
          counts.push(one);
          if (process.env['READING_MISSES'] && reader === 'Pathway') printMisses(name, one);
        } catch (error) {
          console.log(
            `${reader} cannot read ${name}: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
      rows.push({
        files: set,
        kind,
        reader,
        read: counts.length,
        failed: own.length - counts.length,
        ...toShares(counts),
      });
    }
  }
  return rows;
}

function toShares(counts: readonly ReadingCounts[]) {
  const sum = (pick: (one: ReadingCounts) => number) =>
    counts.reduce((total, one) => total + pick(one), 0);
  const share = (part: number, whole: number) => Math.round((part / (whole || 1)) * 10_000) / 100;
  const headings = sum((one) => one.headings);
  return {
    phrasesInOnePassage: share(
      sum((one) => one.phrasesFound),
      sum((one) => one.phrases),
    ),
    wordsLost: share(
      sum((one) => one.wordsLost),
      sum((one) => one.words),
    ),
    wordsAltered: share(
      sum((one) => one.wordsAltered),
      sum((one) => one.wordsRead),
    ),
    headingsRight:
      headings === 0
        ? undefined
        : share(
            sum((one) => one.headingsRight),
            headings,
          ),
  };
}

function printMisses(name: string, { misses, ...counts }: ReadingCounts): void {
  console.log(`\n${name}: ${JSON.stringify(counts)}`);
  for (const [what, list] of Object.entries(misses)) {
    console.log(
      `  ${what} ${list.length}: ${list
        .slice(0, 12)
        .map((text) => text.trim())
        .join(' / ')}`,
    );
  }
}
