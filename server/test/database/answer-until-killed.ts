import { createAnswerStore } from '../../src/features/chat/answer-store.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';

/** Gives help in a database until it is killed, and says so on a line after each answer that is stored. */

const [dataDir = '', databaseUrl] = process.argv.slice(2);
const { db } = await openDatabase({ dataDir, databaseUrl });
await migrate(db, [{ name: 'app', folder: new URL('../../migrations/', import.meta.url) }]);
const answers = createAnswerStore(db);
const { id: user_id } = await db
  .insertInto('users')
  .values({ provider_user_id: String(process.pid) })
  .returning('id')
  .executeTakeFirstOrThrow();
for (;;) {
  const now = new Date();
  const { id } = await db
    .insertInto('chat_logs')
    .values({
      user_id,
      user_type: 'free_auth',
      session_id: 'session-0001',
      prompt: 'Help',
      status: 'pending',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ending = { text: 'Call 988.', sources: [], matches: [], care: ['crisis', 'abuse'] };
  await answers.saveAnswer(id, { ...ending, status: 'answered', kind: 'care' }, now);
  process.stdout.write('stored\n');
}
