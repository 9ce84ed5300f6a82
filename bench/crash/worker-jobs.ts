import { Readable } from 'node:stream';
import { readConfig } from '../../server/src/config.ts';
import { type Context, openContext } from '../../server/src/context.ts';
import { uploadDocument } from '../../server/src/documents/upload-document.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { createLogger } from '../../server/src/platform/log/create-logger.ts';

type Environment = Record<string, string>;

/** Makes the database write down each time that a document becomes `Ready` or a site `ready`. */
export async function watchEffects(environment: Environment): Promise<void> {
  await withContext(environment, async ({ database }) => {
    await database.execute(`
      create table effects (kind text not null, id uuid not null, at timestamptz not null default now());
      create function note_effect() returns trigger language plpgsql as $$
        begin insert into effects (kind, id) values (tg_table_name, new.id); return new; end $$;
      create trigger note_document after update of status on documents for each row
        when (lower(new.status) = 'ready') execute function note_effect();
      create trigger note_site after update of status on sites for each row
        when (lower(new.status) = 'ready') execute function note_effect();`);
  });
}

/** Uploads documents and starts scrapes as the server does. */
export async function seedJobs(
  environment: Environment,
  { documents, sites, origin }: { documents: number; sites: number; origin: string },
): Promise<void> {
  await withContext(environment, async (context) => {
    for (let index = 0; index < documents; index++) {
      const text = `Rule ${index} says that a practice log is kept for every season.`;
      const content = Readable.from([Buffer.from(text)]);
      await uploadDocument(context, { filename: `rule-${index}.txt`, content });
    }
    for (let index = 0; index < sites; index++) {
      const added = await context.sites.add({ url: `${origin}/${index}/`, tags: [] });
      await context.sites.startCrawl(added?.id ?? '');
    }
  });
}

/** Counts how often the work took effect, and what is still to be done, until it is closed. */
export async function openCount(environment: Environment) {
  const context = await open(environment);
  return {
    count: () => count(context.database),
    close: () => context.close(),
  };
}

async function count(database: Database) {
  const { rows } = await database.execute(`
    with effect as (select count(*) as times from effects group by kind, id),
      failure as (
        select status as reason from documents where status like 'Error%'
        union all select 'site: ' || status_reason from sites where status = 'error')
    select
      (select count(*) from effect where times = 1)::int as once,
      (select count(*) from effect where times > 1)::int as twice,
      (select coalesce(string_agg(reason, ', '), 'none') from failure) as failed,
      ((select count(*) from documents where status in ('pending', 'Processing')) +
        (select count(*) from sites where status = 'scraping') +
        (select count(*) from jobs.job where state in ('created', 'retry', 'active')
          and name in ('ingest-document', 'crawl-site')))::int as left`);
  const [row = {}] = rows;
  return {
    once: Number(row['once']),
    twice: Number(row['twice']),
    failed: String(row['failed']),
    left: Number(row['left']),
  };
}

async function withContext(environment: Environment, work: (context: Context) => Promise<void>) {
  const context = await open(environment);
  try {
    await work(context);
  } finally {
    await context.close();
  }
}

function open(environment: Environment): Promise<Context> {
  return openContext(
    readConfig({ ...environment, EMBEDDING_MODEL: 'none' }),
    createLogger('fatal'),
  );
}
