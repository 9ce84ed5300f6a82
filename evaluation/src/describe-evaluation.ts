import { writeFile } from 'node:fs/promises';
import type { Figure as Goal } from './golden-goals.ts';
import { measureReliability } from './measure-reliability.ts';
import type { SetStatus } from './spent-sets.ts';
import { FIGURES, type Judged, type Row } from './summarise-judgements.ts';

const REPORT = new URL('../../docs/generated/evaluation.md', import.meta.url);

/** A set that was asked. */
export interface EvaluatedSet extends SetStatus {
  rows: Row[];
  judged: Judged[];
}

const HEAD = `# Evaluation

Written by \`npm run evaluate -- --write\`: what families experience who ask the product, as it comes, over the starter documents. Development sets may be tuned by and measure progress; a held-out set measures once, then it is spent.

**said**: every entry that the answer must say; **naive said**, **naive words**: the same of the best three sections whole, found by the same search; **said early**: in the first two sentences, the hedge and the repeated question aside; **right section**: it is the first source; **wrong**: something forbidden is said, or an absent topic is answered; **refused**: nothing is said although the documents answer; **absent refused**: of the topics that no document holds; **hedged**: the closest passages without an assertion; **words**, **ms**: medians. Shares are per cent of the questions that they can be asked of.
`;

/** A set's name and state, its figures as a table, and how far search's probability can be relied on. */
export function describeSet({ name, status, use, rows, judged }: EvaluatedSet): string {
  const since = use === undefined ? '' : ` since ${use.date}, commit ${use.commit}`;
  const table = renderTable(
    ['', ...FIGURES.map((figure) => figure.name)],
    rows.map(({ of, figures }) => [
      of,
      ...FIGURES.map((figure) => show(figures[figure.name] ?? null, figure.unit)),
    ]),
  );
  return [`## ${name} (${status}${since})`, table, ...describeReliability(judged)].join('\n\n');
}

/** Writes the report of sets into the documentation. */
export async function writeReport(sets: readonly EvaluatedSet[], commit: string): Promise<void> {
  const measured = `Measured ${new Date().toISOString().slice(0, 10)} at commit ${commit}.`;
  await writeFile(REPORT, `${[HEAD.trim(), ...sets.map(describeSet), measured].join('\n\n')}\n`);
}

export function describeGoal({ name, value, goal, isReached }: Goal): string {
  return `${isReached ? 'ok  ' : 'FAIL'} ${name}: ${show(value, 'share')} %, goal ${goal * 100} %`;
}

function describeReliability(judged: readonly Judged[]): string[] {
  const bins = measureReliability(judged.flatMap(({ hit }) => (hit === null ? [] : [hit])));
  if (bins.length === 0) return [];
  const rows = bins.map(({ from, questions, predicted, observed }) => [
    `${show(from, 'share')}–${show(from + 0.1, 'share')}`,
    String(questions),
    show(predicted, 'share'),
    show(observed, 'share'),
    '█'.repeat(Math.round(observed * 20)),
  ]);
  return [
    'How sure search is that its first section answers, and how often it does, in per cent:',
    renderTable(['sure', 'questions', 'predicted', 'observed', ''], rows),
  ];
}

function show(value: number | null, unit: 'share' | 'number'): string {
  if (value === null) return '';
  return String(unit === 'share' ? Math.round(value * 1_000) / 10 : Math.round(value));
}

/** A table in markdown whose columns also stand below each other in a terminal. */
function renderTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(3, name.length, ...body.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell[column === 0 ? 'padEnd' : 'padStart'](widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-' : '-:').padStart(width, '-'));
  return [head, rule, ...body].map(line).join('\n');
}
