import { openDatabase } from '../../src/platform/db/open-database.ts';

/**
 * Adds so many logs, a minute apart, to the data directory of a product that does not run: `node … FOLDER
 * COUNT`. Every third is rated, every ninth has a comment, every hundredth got care.
 */

const [, , dataDir = '', count = '0'] = process.argv;
const NEWEST = '2026-03-09T18:00:00Z';

const database = await openDatabase({ dataDir, databaseUrl: undefined });
await database.execute(`insert into users (provider_user_id) values ('many-logs')`);
await database.execute(
  `insert into chat_logs (user_id, user_type, session_id, prompt, response, status, matches, care, created_at, answered_at)
   select u.id, 'free_auth', 'session-' || n / 4, 'Question ' || n % 5000 || ': when may a coach write to me?',
     'Answer ' || n || '. Coaches may write from June 15 after the sophomore year.' || case when n % 4 = 0 then '' else ' [1]' end,
     'answered',
     jsonb_build_array(jsonb_build_object('source', 'Guide ' || n % 40, 'similarity', (n % 100) / 100.0)),
     case when n % 100 = 0 then array['injury'] else '{}' end,
     $1::timestamptz - interval '1 minute' * n, $1::timestamptz - interval '1 minute' * n
   from users u, generate_series(0, $2 - 1) n where u.provider_user_id = 'many-logs'`,
  [NEWEST, Number(count)],
);
await database.execute(
  `insert into feedback (message_id, user_id, thumbs, text_feedback, updated_at, asked_at)
   select id, user_id, case when n % 2 = 0 then 'up' else 'down' end,
     case when n % 3 = 0 then '=Comment ' || n else '' end, created_at, created_at
   from (select id, user_id, created_at, (extract(epoch from created_at) / 60)::bigint / 3 as n
     from chat_logs where (extract(epoch from created_at) / 60)::bigint % 3 = 0) rated`,
);
await database.execute('vacuum analyze');
await database.close();
