import { mkdir, writeFile } from 'node:fs/promises';
import type { Part } from '../part.ts';
import { PARTS } from '../parts.ts';

/** The newest figures of each part by its name, measured together or one after the other. */
export interface BenchResults {
  machine: { node: string; cpu: string | undefined; cores: number };
  parts: Record<string, Measured>;
}

/** `loadBefore` is the load of the last minute before the part began. */
interface Measured {
  measuredAt: string;
  loadBefore: number;
  figures: unknown;
}

const FOLDER = new URL('../../docs/generated/', import.meta.url);

/** Writes the figures as `docs/generated/benchmarks.md` with its charts beside it. */
export async function writeReport({ machine, parts }: BenchResults): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const sections: string[] = [];
  for (const part of PARTS) {
    const measured = parts[part.name];
    if (measured !== undefined) sections.push(...(await reportPart(part, measured)));
  }
  const head = [
    '# Measurements',
    `Written by \`npm run bench\`; the methods stand in the code under \`bench/\`. Compare ratios, not milliseconds. Node ${machine.node}, ${machine.cores} cores of ${machine.cpu ?? 'an unknown processor'}.`,
  ];
  await writeFile(new URL('benchmarks.md', FOLDER), `${[...head, ...sections].join('\n\n')}\n`);
}

async function reportPart(part: Part, { measuredAt, loadBefore, figures }: Measured) {
  const charts: string[] = [];
  for (const { file, alt, svg } of part.charts?.(figures) ?? []) {
    await writeFile(new URL(file, FOLDER), svg);
    charts.push(`![${alt}](${file})`);
  }
  const tables = part
    .tables(figures)
    .flatMap(({ title, rows }) => [...(title === undefined ? [] : [`### ${title}`]), table(rows)]);
  const goal = `Goal: ${part.goal}`;
  const when = `Measured ${measuredAt.slice(0, 16).replace('T', ' ')} UTC, at a load of ${loadBefore.toFixed(1)} before.`;
  return [`## ${part.heading}`, goal, ...charts, ...tables, when];
}

/** As Markdown. */
export function table(rows: readonly object[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly unknown[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  const body = rows.map((row) => {
    const values = new Map(Object.entries(row));
    return line(columns.map((column) => values.get(column) ?? ''));
  });
  return [line(columns), line(columns.map(() => '---')), ...body].join('\n');
}
