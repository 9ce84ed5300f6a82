import { identityMigrations } from '@pathway/identity/mount';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { openDatabase } from '../../server/src/platform/db/open-database.ts';

/** Fills an empty data directory with this many logs of usual length, and names its administrator. */
export async function addLogs(
  dataDir: string,
  { count, adminEmail }: { count: number; adminEmail: string },
): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    await migrate(database.db, [
      { name: 'identity', folder: identityMigrations },
      { name: 'app', folder: new URL('../../server/migrations/', import.meta.url) },
    ]);
    await database.execute(`insert into admin_grants (email) values ($1)`, [adminEmail]);
    await insertLogs(database, count);
  } finally {
    await database.close();
  }
}

/** Logs of one person, a third of them rated, five minutes apart. */
async function insertLogs(database: Database, count: number): Promise<void> {
  await database.execute(`insert into users (provider_user_id) values ('bench')`);
  await database.execute(
    `insert into chat_logs (user_id, user_type, session_id, prompt, response, status, matches, created_at)
       select u.id, 'free_auth', 'session-' || lpad((n / 5)::text, 8, '0'),
         'Question ' || n || ': when may a coach of a Division I school first write to me, and what may I answer?',
         'Answer ' || n || '. ' || repeat('Coaches may write from June 15 after the sophomore year. ', 12),
         'answered',
         jsonb_build_array(
           jsonb_build_object('source', 'Guide ' || n % 40, 'similarity', (n % 100) / 100.0),
           jsonb_build_object('source', 'Handbook ' || n % 7, 'similarity', 0.71)),
         now() - interval '5 minutes' * n
       from users u, generate_series(1, $1) n`,
    [count],
  );
  await database.execute(
    `insert into feedback (message_id, user_id, thumbs, text_feedback, updated_at, asked_at)
       select id, user_id, case when random() < 0.8 then 'up' else 'down' end,
         case when random() < 0.3 then 'That helped, thank you.' else '' end, created_at, created_at
       from chat_logs where random() < 0.3`,
  );
  await database.execute('vacuum analyze');
}
