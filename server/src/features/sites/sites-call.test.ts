import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';

let server: TestApp;
let admin: Person;
beforeAll(async () => {
  server = await buildTestApp();
  admin = await server.signIn({ isAdmin: true });
});
afterAll(() => server.close());

test('[SITE-10, ADM-03] sites are listed newest first and counted', async () => {
  const get = (url: string) => server.call(admin, { method: 'GET', url });
  expect((await get('/api/admin/sites')).json()).toEqual({ sites: [] });
  const now = server.clock.now();
  const scraped = new Date(now.getTime() - 5_000);
  await server.database.db
    .insertInto('sites')
    .values([
      {
        url: 'https://old.example/',
        tags: ['ncaa'],
        status: 'ready',
        last_scraped: scraped,
        created_at: scraped,
      },
      { url: 'https://new.example/', created_at: now },
    ])
    .execute();
  expect((await get('/api/admin/sites')).json()).toEqual({
    sites: [
      {
        id: expect.any(String),
        url: 'https://new.example/',
        tags: [],
        status: 'pending',
        last_scraped: null,
      },
      {
        id: expect.any(String),
        url: 'https://old.example/',
        tags: ['ncaa'],
        status: 'ready',
        last_scraped: scraped.toISOString(),
      },
    ],
  });
  expect((await get('/api/admin/sites/count')).json()).toEqual({ count: 2 });
});
