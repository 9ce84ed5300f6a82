import type { Site } from '@pathway/contract/sites';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../test/build-test-app.ts';
import { replacePassages } from '../knowledge/index/passage-store.ts';
import { REFUSED_ADDRESSES } from './crawl/testing/refused-addresses.ts';

let server: TestApp;
let admin: Person;
beforeAll(async () => {
  server = await buildTestApp({ siteAllow: ['127.0.0.1:4000'] });
  admin = await server.signIn({ isAdmin: true });
});
beforeEach(async () => {
  await server.database.db.deleteFrom('sites').execute();
  await server.database.db.deleteFrom('deleted_sources').execute();
  server.jobs.jobs.length = 0;
  server.jobs.failure = undefined;
});
afterAll(() => server.close());

const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  server.call(admin, { method, url: `/api/admin/sites${path}`, payload });
const list = async () =>
  (await server.call(admin, { method: 'GET', url: '/api/admin/sites' })).json<{ sites: Site[] }>()
    .sites;

async function add(url: string, tags: string[] = []): Promise<Site> {
  const response = await send('POST', '', { url, tags });
  expect(response.statusCode).toBe(200);
  return response.json<{ site: Site }>().site;
}

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

test('[SITE-10] a site is added as pending, with trimmed tags, and nothing is fetched yet', async () => {
  const site = await add('https://ncaa.example/', [' ncaa ', 'rules', 'rules']);
  expect(site).toEqual({
    id: expect.any(String),
    url: 'https://ncaa.example/',
    tags: ['ncaa', 'rules'],
    status: 'pending',
    last_scraped: null,
  });
  expect(await list()).toEqual([site]);
  expect(server.jobs.jobs).toEqual([]);
});

test.each([
  ['  ncaa.example  ', 'https://ncaa.example/'],
  ['HTTP://NCAA.example:80/a/../b?x=1#top', 'http://ncaa.example/b?x=1'],
  ['https://ncaa.example.', 'https://ncaa.example/'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ['https://1.1.1.1', 'https://1.1.1.1/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ['https://ncaa.example:443', 'https://ncaa.example/'],
  [
    'http://127.0.0.1:4000/only-because-it-is-listed',
    'http://127.0.0.1:4000/only-because-it-is-listed',
  ],
])('[SITE-02] %j is kept as %j', async (typed, stored) => {
  expect((await add(typed)).url).toBe(stored);
});

test.each(REFUSED_ADDRESSES)('[SITE-02, NAV-10] %s is refused', async (url) => {
  const kept = await add('https://kept.example/');
  for (const response of [
    await send('POST', '', { url, tags: [] }),
    await send('PATCH', `/${kept.id}`, { url, tags: [] }),
  ]) {
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: expect.stringMatching(/^site_(address_wrong|address_private|port_refused)$/),
    });
  }
  expect(await list()).toEqual([kept]);
});

test.each([
  ['http://192.168.1.1/', 'This address is private. Only public sites can be read.'],
  ['http://localhost:8080/', 'This address is private. Only public sites can be read.'],
  ['http://printer.local/', 'This address is private. Only public sites can be read.'],
  ['https://example.com:8443/', 'Only the ports 80 and 443 are allowed.'],
  ['ncaa', 'This is not the address of a web site.'],
  ['https://ex ample.com/', 'This is not the address of a web site.'],
  ['https://user:secret@example.com/', 'This is not the address of a web site.'],
])('[SITE-02] %s is refused with its own reason', async (url, error) => {
  expect((await send('POST', '', { url, tags: [] })).json()).toMatchObject({ error });
});

test('[SITE-10] the same site is not added twice, however it is written', async () => {
  await add('https://ncaa.example/');
  const response = await send('POST', '', { url: 'HTTPS://ncaa.EXAMPLE:443/#x', tags: [] });
  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({
    error: 'This site is already in the list.',
    code: 'site_duplicate',
  });
  const other = await add('https://other.example/');
  const moved = await send('PATCH', `/${other.id}`, { url: 'https://ncaa.example', tags: [] });
  expect(moved.statusCode).toBe(409);
  expect(await list()).toHaveLength(2);
});

test('[SITE-10] new tags leave what was read; a new address forgets it', async () => {
  const { id } = await add('https://ncaa.example/');
  const { db } = server.database;
  const scraped = server.clock.now();
  await db.transaction().execute(async (trx) => {
    const passage = { ordinal: 0, headingPath: [], page: null, pageLabel: null, url: null };
    await replacePassages(trx, { kind: 'site', id }, [{ ...passage, title: 'A', text: 'Text.' }]);
    await trx.updateTable('sites').set({ status: 'ready', last_scraped: scraped }).execute();
  });
  const countPassages = async () =>
    (await db.selectFrom('passages').select('id').where('site_id', '=', id).execute()).length;

  const tagged = await send('PATCH', `/${id}`, { url: 'https://ncaa.example', tags: ['rules'] });
  expect(tagged.json<{ site: Site }>().site).toMatchObject({
    tags: ['rules'],
    status: 'ready',
    last_scraped: scraped.toISOString(),
  });
  expect(await countPassages()).toBe(1);

  const moved = await send('PATCH', `/${id}`, { url: 'https://naia.example', tags: [] });
  expect(moved.json<{ site: Site }>().site).toEqual({
    id,
    url: 'https://naia.example/',
    tags: [],
    status: 'pending',
    last_scraped: null,
  });
  expect(await countPassages()).toBe(0);
});

test('[SITE-10, SITE-11] scraping starts one job, however often it is pressed', async () => {
  const { id } = await add('https://ncaa.example/');
  const replies = await Promise.all([1, 2, 3].map(() => send('POST', `/${id}/scrape`)));
  for (const reply of replies) {
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ success: true });
  }
  const payload = { siteId: id, crawlId: expect.any(String) };
  expect(server.jobs.jobs).toEqual([{ name: 'crawl-site', payload }]);
  expect((await list())[0]).toMatchObject({
    status: 'scraping',
    progress: { done: 0, found: 0 },
  });
});

test('[SITE-11] a site in error tells why, one that is scraped how far it is, others neither', async () => {
  const { id } = await add('https://ncaa.example/');
  const set = (change: object) =>
    server.database.db.updateTable('sites').set(change).where('id', '=', id).execute();
  await set({ status: 'error', status_reason: 'answered 404', pages_done: 3, pages_found: 9 });
  expect((await list())[0]).toMatchObject({ status: 'error', reason: 'answered 404' });
  expect((await list())[0]).not.toHaveProperty('progress');
  await set({ status: 'scraping', status_reason: null });
  expect((await list())[0]).toMatchObject({ progress: { done: 3, found: 9 } });
  expect((await list())[0]).not.toHaveProperty('reason');
});

test('[SITE-11] the pages of a site are listed, those kept first', async () => {
  const { id } = await add('https://ncaa.example/');
  const pages = (of: string) =>
    server.call(admin, { method: 'GET', url: `/api/admin/sites/${of}/pages` });
  expect((await pages(id)).json()).toEqual({ pages: [] });
  const kept = { outcome: 'kept', reason: null } as const;
  const skipped = { outcome: 'skipped', reason: 'answered 404' } as const;
  const rows = [
    { url: 'https://ncaa.example/z', ...kept, change: 'changed' as const },
    { url: 'https://ncaa.example/b', ...skipped, change: 'gone' as const },
    { url: 'https://ncaa.example/a', ...kept, change: 'new' as const },
  ];
  await server.database.db
    .insertInto('site_pages')
    .values(rows.map((row) => ({ ...row, site_id: id, content_hash: 'secret', etag: 'secret' })))
    .execute();
  expect((await pages(id)).json()).toEqual({ pages: [rows[2], rows[0], rows[1]] });
  expect((await pages(randomUUID())).statusCode).toBe(404);
});

test('[SITE-11] a job that cannot be queued leaves the status as it was', async () => {
  const { id } = await add('https://ncaa.example/');
  server.jobs.failure = new Error('no queue');
  expect((await send('POST', `/${id}/scrape`)).statusCode).toBe(500);
  expect((await list())[0]?.status).toBe('pending');
});

test('[SITE-11] only the server changes the status', async () => {
  const { id } = await add('https://ncaa.example/');
  const body = { url: 'https://ncaa.example/', tags: [], status: 'ready' };
  expect((await send('PATCH', `/${id}`, body)).statusCode).toBe(400);
  expect((await list())[0]?.status).toBe('pending');
});

test('[SITE-10] a deleted site is gone, and nothing more can be done with it', async () => {
  const { id } = await add('https://ncaa.example/');
  expect((await send('DELETE', `/${id}`)).json()).toEqual({ success: true });
  expect(await list()).toEqual([]);
  for (const [method, path, payload] of [
    ['DELETE', `/${id}`],
    ['PATCH', `/${id}`, { url: 'https://ncaa.example/', tags: [] }],
    ['POST', `/${id}/scrape`],
    ['POST', `/${randomUUID()}/scrape`],
    ['DELETE', '/not-an-id'],
  ] as const) {
    const response = await send(method, path, payload);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ error: 'Not found', code: 'not_found' });
  }
  expect(server.jobs.jobs).toEqual([]);
});

test('[SITE-10] a deleted site is listed, restored or erased for good', async () => {
  const { id } = await add('https://ncaa.example/');
  await send('DELETE', `/${id}`);
  const listDeleted = async () =>
    (await server.call(admin, { method: 'GET', url: '/api/admin/sites/deleted' })).json();
  expect(await listDeleted()).toEqual({
    deleted: [{ id, name: 'https://ncaa.example/', deleted_at: server.clock.now().toISOString() }],
  });
  expect((await send('POST', `/deleted/${id}/restore`)).json()).toEqual({ success: true });
  expect(await list()).toMatchObject([{ id, status: 'pending' }]);
  expect((await send('DELETE', `/deleted/${id}`)).statusCode).toBe(404);
  await send('DELETE', `/${id}`);
  expect((await send('DELETE', `/deleted/${id}`)).json()).toEqual({ success: true });
  expect((await send('POST', `/deleted/${id}/restore`)).json()).toMatchObject({
    code: 'not_found',
  });
  expect(await listDeleted()).toEqual({ deleted: [] });
});
