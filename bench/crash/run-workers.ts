import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../server/src/knowledge/testing/create-random.ts';
import { openPostgresDatabase } from '../../server/src/platform/db/open-database.ts';
import { page, startTrapSite } from '../../server/src/sites/crawl/testing/start-trap-site.ts';
import { startWorker, type Worker } from './running-worker.ts';
import { openCount, seedJobs, watchEffects } from './worker-jobs.ts';

/**
 * Four workers share 200 jobs (160 documents, 40 sites) on PostgreSQL while they are killed, stopped
 * and frozen at random; counts how often each job took effect. `TEST_DATABASE_URL=… node
 * bench/crash/run-workers.ts [SEED]`; exits with 1 when a job was done twice, or not two lease
 * periods after the last disturbance.
 */

const WORKERS = 4;
const DOCUMENTS = 160;
const SITES = 40;
const LEASE_MS = 60_000;
/** Longer than a lease, so that a frozen worker wakes up to find its job with another one. */
const FREEZE_MS = 90_000;
const DISTURBED_MS = 100_000;
const PAUSE_MS = { min: 300, max: 2_500 };

const seed = Number(process.argv[2] ?? 1);
const random = createRandom(seed);
const adminUrl = process.env['TEST_DATABASE_URL'] ?? '';
const databaseUrl = await createDatabase(adminUrl);
const dataDir = await mkdtemp(join(tmpdir(), 'workers-'));
const site = await startTrapSite({ '/*': page('Site') });
const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SITE_ALLOW: site.host };
const counts = { killed: 0, stopped: 0, frozen: 0 };
const workers: Worker[] = [];
try {
  await watchEffects(environment);
  await seedJobs(environment, { documents: DOCUMENTS, sites: SITES, origin: site.origin });
  for (let index = 0; index < WORKERS; index++) workers.push(startWorker(environment));
  const startedAt = performance.now();
  await disturb(performance.now() + DISTURBED_MS);
  const calmAt = performance.now();
  const { left, ...rest } = await waitForEnd(calmAt + 2 * LEASE_MS);
  console.table({
    seed,
    ...counts,
    ...rest,
    left,
    'seconds of disturbance': seconds(calmAt - startedAt),
    'seconds until done after it': seconds(performance.now() - calmAt),
  });
  process.exitCode = left + rest.twice === 0 && rest.failed === 'none' ? 0 : 1;
} finally {
  await Promise.all(workers.map((worker) => worker.kill()));
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
  await dropDatabase(adminUrl, databaseUrl);
}

async function disturb(until: number): Promise<void> {
  const thaws: Promise<void>[] = [];
  const frozen = new Set<number>();
  while (performance.now() < until) {
    await pause(PAUSE_MS.min + random() * (PAUSE_MS.max - PAUSE_MS.min));
    const index = Math.floor(random() * WORKERS);
    const worker = workers[index];
    if (worker === undefined || frozen.has(index)) continue;
    const chance = random();
    if (chance < 0.04 && frozen.size === 0) {
      counts.frozen++;
      frozen.add(index);
      worker.freeze();
      thaws.push(pause(FREEZE_MS).then(() => worker.thaw()));
    } else {
      const isKill = chance < 0.6;
      counts[isKill ? 'killed' : 'stopped']++;
      await (isKill ? worker.kill() : worker.stop());
      workers[index] = startWorker(environment);
    }
  }
  await Promise.all(thaws);
}

async function waitForEnd(deadline: number) {
  const effects = await openCount(environment);
  try {
    for (;;) {
      const counted = await effects.count();
      if (counted.left === 0 || performance.now() > deadline) return counted;
      await pause(250);
    }
  } finally {
    await effects.close();
  }
}

async function createDatabase(url: string): Promise<string> {
  const name = `workers_${process.pid}_${Date.now()}`;
  await asAdmin(url, `create database ${name}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function dropDatabase(url: string, database: string): Promise<void> {
  await asAdmin(url, `drop database if exists ${new URL(database).pathname.slice(1)} with (force)`);
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const database = await openPostgresDatabase(url);
  await database.execute(statement);
  await database.close();
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
