import { readConfig } from '../src/config.ts';
import { openContext } from '../src/context.ts';
import { workOnJobs } from '../src/context/work-on-jobs.ts';
import { INGEST_DOCUMENT_JOB } from '../src/documents/ingest-document.ts';
import { EMBED_PASSAGES_JOB } from '../src/knowledge/index/index-jobs.ts';
import type { Database } from '../src/platform/db/database.ts';
import { createLogger } from '../src/platform/log/create-logger.ts';

/** Makes a data directory as the first start of the product does, and ends when all work is done. */

const POLL_MS = 100;

const config = readConfig({ DATA_DIR: process.argv[2] });
const context = await openContext(config, createLogger('warn'));
await workOnJobs(context);
while ((await countWork(context.database)) > 0) {
  await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
await context.close();
// The encoder's thread would keep the process.
process.exit(0);

async function countWork({ execute }: Database): Promise<number> {
  const { rows } = await execute(`
    select (select count(*) from documents where status <> 'Ready')::int +
      (select count(*) from jobs.job where name in ('${INGEST_DOCUMENT_JOB}', '${EMBED_PASSAGES_JOB}')
          and state in ('created', 'retry', 'active'))::int as left`);
  return Number(rows[0]?.['left']);
}
