import { createLogFileWriter } from '@pathway/contract/log-file';
import { AT_MOST_HEADER, type ChatLog, listLogs, writeAtMost } from '@pathway/contract/logs';
import type { KyselyPlugin } from 'kysely';
import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../../test/build-test-app.ts';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import type { LogPage } from './select-logs.ts';

const LOGS = 1_200;
const FIRST = Date.parse('2026-03-01T00:00:00.000Z');

describe.each(TEST_ENGINES)('the book of logs on %s', (engine) => {
  let server: TestApp;
  let admin: Person;
  /** Queries for pages so far, and the one that fails, if any. */
  const pages = { asked: 0, failing: 0 };
  beforeAll(async () => {
    const database = await createTestDatabase(engine);
    const watched: KyselyPlugin = {
      transformQuery({ node }) {
        const isPage =
          node.kind === 'RawNode' && node.sqlFragments.join('').includes(') page join');
        if (isPage) pages.asked += 1;
        if (isPage && pages.asked === pages.failing) throw new Error('The database is gone.');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    server = await buildTestApp({ database: { ...database, db: database.db.withPlugin(watched) } });
    admin = await server.signIn({ isAdmin: true });
    await addLogs(LOGS);
  });
  beforeEach(() => Object.assign(pages, { asked: 0, failing: 0 }));
  afterAll(() => server.close());

  /** Logs a minute apart, the newest first by number; every third is rated. */
  async function addLogs(count: number) {
    await server.database.execute(
      `insert into chat_logs (user_id, user_type, session_id, prompt, response, status, matches, created_at)
       select $1, 'free_auth', 'session-' || n / 3, 'Question ' || n % 10 || '?', repeat('So it is. [1] ', 100), 'answered',
         '[{"source": "Guide", "similarity": 0.914}]', $2::timestamptz - interval '1 minute' * n
       from generate_series(0, $3 - 1) n`,
      [admin.id, new Date(FIRST).toISOString(), count],
    );
    await server.database.execute(
      `insert into feedback (message_id, user_id, thumbs, text_feedback, updated_at, asked_at)
       select id, user_id, 'down', '=1+1', created_at, created_at from chat_logs
       where extract(minute from created_at)::int % 3 = 0`,
    );
  }
  const call = (url: string, headers = {}) =>
    server.call(admin, { url: `/api/admin/logs${url}`, headers });
  const listAll = async () => listLogs.accepts.parse((await call('')).json()).logs;

  test.each([
    [writeAtMost(LOGS - 1), 0],
    [`respond-async, ${writeAtMost(LOGS - 1)}`, 0],
    [writeAtMost(LOGS), LOGS],
    ['at-most=', LOGS],
    ['at-most=-1', LOGS],
    [undefined, LOGS],
  ])('[LOG-10, LOG-12] whoever prefers %j gets %i logs', async (preference, count) => {
    const reply = await call('', preference === undefined ? {} : { [AT_MOST_HEADER]: preference });
    const { logs, more } = reply.json<{ logs: ChatLog[]; more?: boolean }>();
    expect(logs).toHaveLength(count);
    expect(more).toBe(count === 0 ? true : undefined);
  });

  test('[LOG-10] what the address of all logs says besides does not matter', async () => {
    expect((await call('?page=2&at_most=1')).json<{ logs: [] }>().logs).toHaveLength(LOGS);
  });

  test('[LOG-12] page after page gives every log once, newest first', async () => {
    const rows: ChatLog[] = [];
    let next: string | null = '';
    const sizes = [];
    while (next !== null) {
      const page: LogPage = (await call(`/page?after=${encodeURIComponent(next)}`)).json();
      sizes.push(page.logs.length);
      rows.push(...page.logs);
      next = page.next;
    }
    expect(sizes).toEqual([500, 500, 200]);
    expect(rows).toEqual(await listAll());
  });

  test('[LOG-12] counts, summaries, places and sessions are told for the filters', async () => {
    const until = `until=${FIRST}`;
    expect((await call(`/counts?${until}&question=question+3`)).json()).toEqual({
      total: LOGS,
      all: LOGS / 10,
      up: 0,
      down: LOGS / 30,
      with_text: LOGS / 30,
    });
    expect(
      (await call(`/insight?${until}&days=${FIRST - 60_000},${FIRST},${FIRST + 1}`)).json(),
    ).toEqual({
      all: LOGS,
      up: 0,
      down: LOGS / 3,
      days: [1, 1],
      sources: [{ source: 'Guide', count: LOGS }],
    });
    const coverage = (await call('/coverage')).json<{ repeated: object[]; used: string[] }>();
    expect(coverage.repeated).toHaveLength(10);
    expect(coverage.used).toEqual(['Guide']);
    const [first, second, third] = await listAll();
    expect((await call(`/${second?.id}/place`)).json()).toEqual({
      log: second,
      place: 2,
      previous: first?.id,
      next: third?.id,
    });
    expect((await call(`/${second?.id}/session`)).json()).toEqual({
      logs: [third, first].map((log) => ({
        id: log?.id,
        timestamp: log?.timestamp,
        prompt: log?.prompt,
      })),
    });
    for (const part of ['place', 'session']) {
      expect((await call(`/${randomUUID()}/${part}`)).statusCode).toBe(404);
      expect((await call(`/log-7/${part}`)).statusCode).toBe(404);
    }
  });

  test.each([
    '/page?after=yesterday',
    '/page?after=2026-02-30T00:00:00.000000Z_00000000-0000-4000-8000-000000000000',
    '/page?after=0000-01-01T00:00:00.000000Z_00000000-0000-4000-8000-000000000000',
    '/page?after=2026-03-01T00:00:00.000000Z_7',
    `/page?after=2026-03-01T00:00:00.000000Z_${'0'.repeat(36)}`,
    '/page?from=2026-03-01',
    '/page?until=99999999999999999',
    '/page?feedback=sideways',
    '/page?question=a&question=b',
    `/page?question=${'x'.repeat(1_001)}`,
    '/page?offset=5',
    '/counts?feedback=up',
    '/insight',
    '/insight?days=1',
    '/insight?days=2,1',
    `/insight?days=${Array.from({ length: 64 }, (_, day) => day).join(',')}`,
    `/coverage?care=${'x'.repeat(101)}`,
    '/export',
    '/export?format=xml',
  ])('[LOG-12] %s is not valid', async (url) => {
    const reply = await call(url);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ error: 'The request is not valid.', code: 'invalid_request' });
  });

  test('[LOG-12] no instant is too early or too late to be asked for', async () => {
    const [early, late] = ['-8640000000000000', '8640000000000000'];
    const counts = async (query: string) =>
      (await call(`/counts?${query}`)).json<{ all: number }>().all;
    expect(await counts(`from=${early}&until=${late}`)).toBe(LOGS);
    expect(await counts(`from=${late}`)).toBe(0);
    expect(await counts(`until=${early}`)).toBe(0);
    expect((await call(`/insight?days=${early},${late}`)).json()).toMatchObject({ days: [LOGS] });
  });

  test('[LOG-08, LOG-09, LOG-12] an export is byte by byte the file that the browser makes of the same logs', async () => {
    const all = await listAll();
    for (const [query, wanted] of [
      ['', all],
      [
        `&feedback=with_text&until=${FIRST - 60_000 * 600}`,
        all.slice(600).filter((log) => log.feedback !== ''),
      ],
      [`&from=${FIRST + 1}`, []],
    ] as const) {
      for (const format of ['csv', 'json'] as const) {
        const reply = await call(`/export?format=${format}${query}`);
        const writer = createLogFileWriter(format);
        expect(reply.body).toBe(writer.add(wanted) + writer.end());
        expect(reply.body.startsWith(format === 'csv' ? '\uFEFFtimestamp,' : '[')).toBe(true);
        expect(reply.headers).toMatchObject({
          'content-disposition': 'attachment',
          'content-type': format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json',
        });
      }
    }
  });

  describe('[LOG-12] an export over a connection', () => {
    const MANY = 20_000;
    const PAGES = (MANY + LOGS) / 1_000;
    let port: number;
    beforeAll(async () => {
      await server.database.execute('delete from chat_logs where created_at < $1', [
        new Date(FIRST - LOGS * 60_000).toISOString(),
      ]);
      await server.database.execute(
        `insert into chat_logs (user_id, user_type, session_id, prompt, response, status, created_at)
         select $1, 'free_auth', 's', 'Question ' || n, repeat('So it is. ', 200), 'answered', $2::timestamptz - interval '1 second' * n
         from generate_series(1, $3) n`,
        [admin.id, new Date(FIRST - LOGS * 60_000).toISOString(), MANY],
      );
      await server.app.listen({ port: 0, host: '127.0.0.1' });
      const address = server.app.server.address();
      port = typeof address === 'object' && address !== null ? address.port : 0;
    }, 60_000);

    const open = (format: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const cookie = Object.entries(admin.cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; ');
        const path = `/api/admin/logs/export?format=${format}`;
        get({ host: '127.0.0.1', port, path, headers: { cookie } }, resolve).on('error', reject);
      });
    /** Resolves once the server asks for no more pages by itself. */
    async function settle() {
      for (let seen = -1; seen !== pages.asked; await wait(250)) seen = pages.asked;
      return pages.asked;
    }

    test('waits for a reader who is slow, and stops when he leaves', async () => {
      const reply = await open('json');
      expect(reply.statusCode).toBe(200);
      const read = await settle();
      expect(read).toBeLessThan(PAGES - 5);
      reply.destroy();
      await settle();
      expect(pages.asked).toBeLessThanOrEqual(read + 1);
    });

    test.each(['csv', 'json'])('is whole when it ends: %s', async (format) => {
      const file = await text(await open(format));
      expect(file.match(/"?Question \d+/g)?.length).toBe(MANY + LOGS);
      expect(pages.asked).toBe(Math.ceil(PAGES));
    });

    test('that fails at first is a failed reply', async () => {
      pages.failing = 1;
      const reply = await open('csv');
      expect(reply.statusCode).toBe(500);
      expect(JSON.parse(await text(reply))).toMatchObject({ code: 'internal_error' });
    });

    test.each(['csv', 'json'])(
      'that fails half-way breaks off instead of ending: %s',
      async (format) => {
        pages.failing = 4;
        const reply = await open(format);
        expect(reply.statusCode).toBe(200);
        expect(reply.headers['transfer-encoding']).toBe('chunked');
        await expect(text(reply)).rejects.toThrow('aborted');
      },
    );
  });
});
