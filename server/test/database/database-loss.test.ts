import { CONSENT_VERSION } from '@pathway/contract/limits';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../build-test-app.ts';
import { createTestDatabase } from '../create-test-database.ts';

const adminUrl = process.env['TEST_DATABASE_URL'];

describe.skipIf(adminUrl === undefined)('when PostgreSQL ends every connection', () => {
  let server: TestApp;
  let person: Person;
  beforeAll(async () => {
    server = await buildTestApp({ database: await createTestDatabase('postgres') });
    person = await server.signIn();
  });
  afterAll(() => server.close());

  const rename = (name: string) =>
    server.call(person, {
      method: 'PATCH',
      url: '/api/user/profile',
      payload: { screen_name: name },
    });

  test('[PROF-05] each call is answered or told 503, no acknowledged change is lost, and the next calls work', async () => {
    let acknowledged = '';
    const statuses = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      const name = `Sam ${round}`;
      const calls = [rename(name), rename(name), rename(name)];
      if (round % 4 === 1) await endConnections(server);
      const replies = await Promise.all(calls);
      for (const { statusCode } of replies) statuses.add(statusCode);
      if (replies.some(({ statusCode }) => statusCode === 200)) acknowledged = name;
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const last = await vi.waitFor(async () => {
      const reply = await server.call(person, { method: 'GET', url: '/api/user/profile' });
      expect(reply.statusCode).toBe(200);
      return reply;
    });
    expect(last.json()).toMatchObject({ screen_name: acknowledged });
  });

  test('[CONS-04] a transaction that is open at that moment leaves nothing, and the process lives', async () => {
    const { db } = server.database;
    const halfDone = db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('consents')
        .values({ user_id: person.id, version: 'half done', accepted_at: new Date() })
        .execute();
      await endConnections(server);
      await sql`select 1`.execute(transaction);
    });
    await expect(halfDone).rejects.toThrow();
    // Connections that were idle are noticed as lost within the next turns of the event loop.
    const versions = await vi.waitFor(() => db.selectFrom('consents').select('version').execute());
    expect(versions).toEqual([{ version: CONSENT_VERSION }]);
  });
});

/** What a restart of the database does to those who use it. */
async function endConnections(server: TestApp): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    server.database.db,
  );
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [rows[0]?.name],
  );
  await client.end();
}
