import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFaults, FAULTS } from './faults.ts';
import { type Installation, startInstallation } from './start-installation.ts';
import { letVisitorsIn, type Seen, type Visitors } from './visitors.ts';
import { compareLedger, watchEffects } from './watch-effects.ts';

const PREPARATION_LIMIT_MS = 300_000;
const LIMIT_MS = 1_800_000;
/** Two leases of a job, of which a worker that was killed holds one. */
const QUIET_LIMIT_MS = 150_000;
const VISITORS = 6;
/** Between a fault and the next, when the installation is whole. */
const CALM_MS = 1_500;
const SEED = Number(process.env['REAL_SEED'] ?? 1);
const COUNT = Number(process.env['REAL_FAULTS'] ?? 50);
const REPORT = new URL('../../../docs/generated/machines.md', import.meta.url);

let product: Installation;
let visitors: Visitors;
beforeAll(async () => {
  product = await startInstallation(process.env['REAL_S3'] ?? '');
  await watchEffects(product.databases);
  // Long enough answers for a fault to meet one that is being written.
  product.model.pace.betweenMs = 15;
  visitors = await letVisitorsIn(product, VISITORS);
}, PREPARATION_LIMIT_MS);
afterAll(() => product?.close());

test(
  `in ${COUNT} faults no acknowledged write is lost, and nothing is done twice`,
  async () => {
    const seen = new Map<string, Seen[]>();
    for (const { name, strike } of drawFaults(SEED).slice(0, COUNT)) {
      visitors.look();
      await strike(product);
      await pause(CALM_MS);
      const look = visitors.look();
      seen.set(name, [...(seen.get(name) ?? []), look]);
      const refusals = [...look.refusals].map(([refusal, times]) => `, ${times} × ${refusal}`);
      const longest = `longest ${Math.round(look.longestMs)} ms`;
      process.stdout.write(`${name}: ${look.calls} calls, ${longest}${refusals.join('')}\n`);
    }
    await visitors.leave();
    const faults = await untilQuiet();
    if (process.env['REAL_WRITE'] === '1') await writeReport(seen, faults);
    expect(faults).toEqual([]);
    expect(visitors.ledger.answers.size).toBeGreaterThan(COUNT);
    expect(visitors.ledger.documents.size).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

/** Once the documents that were acknowledged last are read, what does not agree. */
async function untilQuiet(): Promise<string[]> {
  const deadline = performance.now() + QUIET_LIMIT_MS;
  for (;;) {
    const faults = await compareLedger(product.databases, visitors.ledger);
    if (faults.length === 0 || performance.now() > deadline) return faults;
    await pause(1_000);
  }
}

async function writeReport(seen: Map<string, Seen[]>, faults: readonly string[]): Promise<void> {
  const { answers, ratings, documents, goals } = visitors.ledger;
  const rows = FAULTS.map(({ name }) => [name, ...describe(seen.get(name) ?? [])]);
  const table = [
    [
      'fault',
      'times',
      'calls meanwhile',
      'repeated',
      'because',
      'longest wait, s',
      'median of the longest, s',
    ],
    ['---', '---:', '---:', '---:', '---', '---:', '---:'],
    ...rows,
  ].map((row) => `| ${row.join(' | ')} |`);
  const text = `# Several machines

Written by \`REAL_WRITE=1 npm run test:real -- machines\`; [OPERATIONS](../OPERATIONS.md#several-machines) has the recipe. Two servers, two workers, PostgreSQL with a follower that confirms each commit, files on S3 and Caddy, each on a network namespace of its own on one machine of two processors. ${VISITORS} visitors ask, rate, edit their goals and upload without a pause of more than a second, and repeat under the same key what was not acknowledged. ${COUNT} faults, seed ${SEED}, ${new Date().toISOString().slice(0, 10)}.

Acknowledged: ${answers.size} answers, ${ratings.size} ratings, ${documents.size} documents, goals of ${goals.size} people. **Lost or done twice: ${faults.length}.**

${table.join('\n')}

A wait is that of one call from its first try to its acknowledgement, an answer of about a second included. A server that starts, and a database that becomes a follower again, take the processors of the others here.
`;
  await writeFile(REPORT, text);
}

function describe(looks: readonly Seen[]): string[] {
  const calls = looks.reduce((sum, look) => sum + look.calls, 0);
  const reasons = new Map<string, number>();
  for (const [reason, times] of looks.flatMap(({ refusals }) => [...refusals])) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + times);
  }
  const repeated = [...reasons.values()].reduce((sum, times) => sum + times, 0);
  const longest = looks.map(({ longestMs }) => longestMs).toSorted((a, b) => a - b);
  const seconds = (ms: number | undefined) => ((ms ?? 0) / 1_000).toFixed(1);
  return [
    String(looks.length),
    String(calls),
    String(repeated),
    [...reasons].map(([reason, times]) => `${reason} ${times}`).join(', ') || 'nothing',
    seconds(longest.at(-1)),
    seconds(longest[longest.length >> 1]),
  ];
}
