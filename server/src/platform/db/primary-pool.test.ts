import { describe, expect, test } from 'vitest';
import { listHosts, openPrimaryPool } from './primary-pool.ts';

test.each([
  ['postgres://me:pw@one:5432,other:5433/pathway?sslmode=require', ['one:5432', 'other:5433']],
  ['postgresql://me@[::1]:5432,[::2]/pathway?sslmode=require', ['[::1]:5432', '[::2]']],
  ['postgres://one/pathway?sslmode=require', ['one']],
])('%s names its hosts', (url, hosts) => {
  const listed = listHosts(url).map((each) => new URL(each));
  expect(listed.map(({ host }) => host)).toEqual(hosts);
  for (const { pathname, search } of listed) {
    expect([pathname, search]).toEqual(['/pathway', '?sslmode=require']);
  }
});

const databaseUrl = process.env['TEST_DATABASE_URL'];

describe.skipIf(databaseUrl === undefined)('with one host of two that is there', () => {
  test('that one is used, whichever it is', async () => {
    const { username, host, pathname } = new URL(databaseUrl ?? '');
    for (const hosts of [`127.0.0.1:1,${host}`, `${host},127.0.0.1:1`]) {
      const pool = openPrimaryPool(`postgres://${username}@${hosts}${pathname}`);
      const client = await pool.connect();
      expect((await client.query('select 7 as n')).rows).toEqual([{ n: 7 }]);
      client.release();
      await pool.end();
    }
  });
});
