import type { Document } from '@pathway/contract/documents';
import { UPLOAD_MAX_BYTES } from '@pathway/contract/limits';
import { createHash, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Person, type TestApp } from '../../test/build-test-app.ts';
import { multipartForm, type FormFile } from '../../test/multipart-form.ts';

let server: TestApp;
let admin: Person;
beforeAll(async () => {
  server = await buildTestApp({ limits: { uploadsPerHour: 1_000 } });
  admin = await server.signIn({ isAdmin: true });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  await server.database.db.deleteFrom('documents').execute();
  await server.database.db.deleteFrom('deleted_sources').execute();
  for (const key of await server.files.listKeys()) await server.files.delete(key);
  server.jobs.jobs.length = 0;
});
afterEach(() => {
  server.files.free = undefined;
  server.jobs.failure = undefined;
});
afterAll(() => server.close());

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n');
const DOCX = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.from([0, 1, 2, 3]),
  Buffer.from('[Content_Types].xml...word/document.xml'),
]);

function upload(file: Partial<FormFile>, as = admin) {
  const form = multipartForm({ filename: 'guide.txt', content: 'Plain text.', ...file });
  return server.call(as, { method: 'POST', url: '/api/admin/docs/upload', ...form });
}

async function list(): Promise<Document[]> {
  const response = await server.call(admin, { method: 'GET', url: '/api/admin/docs' });
  return response.json<{ documents: Document[] }>().documents;
}

async function expectNothingKept() {
  expect(await list()).toEqual([]);
  expect(await server.files.listKeys()).toEqual([]);
  expect(server.jobs.jobs).toEqual([]);
}

test('[DOC-07] an upload is stored under a name of the server, listed as pending and queued', async () => {
  const response = await upload({ content: 'Plain text.' });
  expect(response.statusCode).toBe(200);
  const { document } = response.json<{ document: Document }>();
  expect(document).toEqual({
    id: expect.any(String),
    filename: 'guide.txt',
    created_at: server.clock.now().toISOString(),
    status: 'pending',
    tags: [],
  });
  expect(await list()).toEqual([document]);
  expect(server.jobs.jobs).toEqual([
    { name: 'ingest-document', payload: { documentId: document.id } },
  ]);
  const [key = ''] = await server.files.listKeys();
  expect(key).toMatch(/^[0-9a-f-]{36}\.txt$/);
  expect(Buffer.from(await server.files.read(key)).toString()).toBe('Plain text.');
  const row = await server.database.db.selectFrom('documents').selectAll().executeTakeFirst();
  expect(row).toMatchObject({
    kind: 'txt',
    origin: 'upload',
    size_bytes: 11,
    storage_key: key,
    sha256: createHash('sha256').update('Plain text.').digest('hex'),
  });
});

test.each<[string, Partial<FormFile>]>([
  ['a PDF', { filename: 'Guide.PDF', content: PDF }],
  ['a Word document', { filename: 'guide.docx', content: DOCX }],
  ['text with accents', { content: 'Équipe, naïve — 500 €' }],
  ['UTF-16 text', { content: Buffer.from('\ufeffGuide', 'utf16le') }],
  ['UTF-16 text without a mark', { content: Buffer.from('Señor Guide, page 1.', 'utf16le') }],
  [
    'long UTF-16 text without a mark',
    { content: Buffer.from('Guide '.repeat(500), 'utf16le').swap16() },
  ],
  ['Windows-1252 text', { content: Buffer.from([0x93, 0x41, 0x94, 0x0d, 0x0a]) }],
])('[DOC-07] %s is accepted', async (_name, file) => {
  expect((await upload(file)).statusCode).toBe(200);
  expect(await server.files.listKeys()).toHaveLength(1);
});

test.each<[string, Partial<FormFile>, number, string]>([
  ['an empty file', { content: '' }, 400, 'file_empty'],
  ['another extension', { filename: 'run.exe' }, 415, 'file_type_refused'],
  ['no extension', { filename: 'pdf' }, 415, 'file_type_refused'],
  ['a double extension', { filename: 'guide.pdf.html' }, 415, 'file_type_refused'],
  ['text named .pdf', { filename: 'guide.pdf' }, 415, 'file_content_refused'],
  ['a PDF named .txt', { filename: 'guide.txt', content: PDF }, 415, 'file_content_refused'],
  [
    'a zip that is no Word document',
    { filename: 'a.docx', content: 'PK\x03\x04 xl/workbook.xml' },
    415,
    'file_content_refused',
  ],
  [
    'text named .docx',
    { filename: 'a.docx', content: 'word/ [Content_Types].xml' },
    415,
    'file_content_refused',
  ],
  [
    'a damaged PDF',
    {
      filename: 'a.pdf',
      content: Buffer.from(Array.from({ length: 3000 }, (_, i) => 7 + ((i * 37) % 251))),
    },
    415,
    'file_damaged',
  ],
  [
    'a damaged Word document',
    { filename: 'a.docx', content: Buffer.from([0x50, 0x4b, 0, 0, 8, 0, 1, 2, 3]) },
    415,
    'file_damaged',
  ],
  [
    'a picture named .pdf',
    { filename: 'a.pdf', content: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
    415,
    'file_content_refused',
  ],
  [
    'NUL somewhere in long text',
    { content: `${'Guide '.repeat(500)}\0` },
    415,
    'file_content_refused',
  ],
  ['NUL in text', { content: 'a\0b' }, 415, 'file_content_refused'],
  ['binary in text', { content: Buffer.from([0x41, 0x02, 0x03]) }, 415, 'file_content_refused'],
  ['another field', { field: 'document' }, 400, 'file_missing'],
  ['no file name', { filename: '' }, 400, 'file_missing'],
])('[DOC-07] %s is refused and leaves nothing', async (_name, file, status, code) => {
  const response = await upload(file);
  expect(response.json()).toMatchObject({ code });
  expect(response.statusCode).toBe(status);
  await expectNothingKept();
});

test('[DOC-07] the same content again is 409, also when five arrive at once', async () => {
  const responses = await Promise.all(
    Array.from({ length: 5 }, (_, index) => upload({ filename: `copy ${index}.txt` })),
  );
  const statuses = responses.map((response) => response.statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  expect((await upload({})).json()).toMatchObject({ code: 'file_duplicate' });
  expect(await list()).toHaveLength(1);
  expect(await server.files.listKeys()).toHaveLength(1);
});

test.each([
  ['folders', '../../etc/passwd.txt', 'passwd.txt'],
  ['Windows folders', 'C:\\Users\\sky\\notes.txt', 'notes.txt'],
  ['text direction', 'gpj\u202etxt.txt', 'gpjtxt.txt'],
  ['combining accents', 'e\u0301te\u0301.txt', 'été.txt'],
  ['markup', '<img src=x>.txt', '<img src=x>.txt'],
  ['300 characters', `${'x'.repeat(300)}.txt`, `${'x'.repeat(196)}.txt`],
])(
  '[DOC-07] of a file name with %s only the harmless part is shown',
  async (_name, sent, shown) => {
    await upload({ filename: sent });
    expect((await list()).map(({ filename }) => filename)).toEqual([shown]);
  },
);

test('[DOC-07] row and job appear together or not at all', async () => {
  server.jobs.failure = new Error('queue is down');
  expect((await upload({})).statusCode).toBe(500);
  await expectNothingKept();
});

test('[DOC-07] with less than 500 MB free an upload is 507', async () => {
  server.files.free = 499 * 1024 * 1024;
  const response = await upload({});
  expect(response.statusCode).toBe(507);
  expect(response.json()).toMatchObject({ error: 'Not enough storage.' });
  server.files.free = 501 * 1024 * 1024;
  expect((await upload({})).statusCode).toBe(200);
});

test.each([
  [
    'a body that ends in the middle',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf',
    'malformed_upload',
  ],
  ['no boundary', 'multipart/form-data', 'whatever', 'malformed_upload'],
  ['an empty form', 'multipart/form-data; boundary=x', '--x--\r\n', 'file_missing'],
  ['garbage', 'multipart/form-data; boundary=x', '\0\0\0', 'malformed_upload'],
])('[DOC-07] %s is 400 and leaves nothing', async (_name, type, payload, code) => {
  const response = await server.call(admin, {
    method: 'POST',
    url: '/api/admin/docs/upload',
    headers: { 'content-type': type },
    payload,
  });
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, code]);
  await expectNothingKept();
});

test('[DOC-07] JSON instead of a form is 415', async () => {
  const response = await server.call(admin, {
    method: 'POST',
    url: '/api/admin/docs/upload',
    payload: { file: 'x' },
  });
  expect(response.statusCode).toBe(415);
});

/** Sends a form over a real socket, piece by piece. */
function send(totalBytes: number, options: { abortAfter?: number } = {}) {
  const { port } = server.app.server.address() as AddressInfo;
  const cookie = Object.entries(admin.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return new Promise<{ status: number; body: string } | 'aborted'>((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        method: 'POST',
        path: '/api/admin/docs/upload',
        headers: { cookie, 'content-type': 'multipart/form-data; boundary=boundary' },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    request.on('error', (error) => (options.abortAfter ? resolve('aborted') : reject(error)));
    request.write(
      '--boundary\r\ncontent-disposition: form-data; name="file"; filename="big.txt"\r\n\r\n',
    );
    const piece = Buffer.alloc(256 * 1024, 'a');
    let sent = 0;
    const next = () => {
      if (options.abortAfter !== undefined && sent >= options.abortAfter) {
        request.destroy();
        return;
      }
      if (sent >= totalBytes) {
        request.end('\r\n--boundary--\r\n');
        return;
      }
      const length = Math.min(piece.length, totalBytes - sent);
      sent += length;
      request.write(piece.subarray(0, length), next);
    };
    next();
  });
}

test('[DOC-07] exactly 25 MB is accepted, one byte more is 413', async () => {
  expect(await send(UPLOAD_MAX_BYTES)).toMatchObject({ status: 200 });
  const refused = await send(UPLOAD_MAX_BYTES + 1);
  expect(refused).toMatchObject({
    status: 413,
    body: expect.stringContaining('larger than 25 MB'),
  });
  expect(await list()).toHaveLength(1);
  expect(await server.files.listKeys()).toHaveLength(1);
});

test('[DOC-07] 100 MB are refused without being held in memory', async () => {
  const before = process.memoryUsage.rss();
  expect(await send(100 * 1024 * 1024)).toMatchObject({ status: 413 });
  expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024);
  await expectNothingKept();
});

test('[DOC-07] an upload that is cut off half-way leaves no file and no row', async () => {
  const put = server.files.put.bind(server.files);
  const ended = Promise.withResolvers<string>();
  server.files.put = (key, content) => {
    const storing = put(key, content);
    storing.then(
      () => ended.resolve('stored'),
      () => ended.resolve('failed'),
    );
    return storing;
  };
  expect(await send(8 * 1024 * 1024, { abortAfter: 4 * 1024 * 1024 })).toBe('aborted');
  expect(await ended.promise).toBe('failed');
  server.files.put = put;
  await expectNothingKept();
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, as = admin) =>
  server.call(as, { method, url: `/api/admin/docs${path}` });

test('[DOC-07, DOC-10] deleting takes row and passages; again it is 404', async () => {
  const { document } = (await upload({})).json<{ document: Document }>();
  await server.database.db
    .insertInto('passages')
    .values({ document_id: document.id, ordinal: 0, title: 't', heading_path: [], text: 'x' })
    .execute();
  expect((await call('DELETE', `/${document.id}`)).json()).toEqual({ success: true });
  expect(await server.database.db.selectFrom('passages').selectAll().execute()).toEqual([]);
  expect(await list()).toEqual([]);
  expect((await call('DELETE', `/${document.id}`)).statusCode).toBe(404);
});

test('[DOC-07] a deleted document is restored as it was, once, however often that is asked for', async () => {
  const { document } = (await upload({})).json<{ document: Document }>();
  await server.database.db
    .updateTable('documents')
    .set({ tags: ['ncaa'], status: 'Ready' })
    .execute();
  await call('DELETE', `/${document.id}`);
  expect((await call('GET', '/deleted')).json()).toEqual({
    deleted: [{ id: document.id, name: 'guide.txt', deleted_at: server.clock.now().toISOString() }],
  });
  server.jobs.jobs.length = 0;
  const restored = await Promise.all(
    [1, 2, 3].map(() => call('POST', `/deleted/${document.id}/restore`)),
  );
  expect(restored.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 404, 404,
  ]);
  expect(await list()).toEqual([{ ...document, tags: ['ncaa'], status: 'Ready' }]);
  expect(server.jobs.jobs).toHaveLength(1);
  expect((await call('GET', '/deleted')).json()).toEqual({ deleted: [] });
});

test('[DOC-07] another file of the same name stands beside a deleted one, and beside it restored', async () => {
  const { document: old } = (await upload({})).json<{ document: Document }>();
  await call('DELETE', `/${old.id}`);
  const { document } = (await upload({ content: 'Other words.' })).json<{ document: Document }>();
  expect(document.filename).toBe(old.filename);
  expect((await call('POST', `/deleted/${old.id}/restore`)).json()).toEqual({ success: true });
  expect(new Set((await list()).map(({ id }) => id))).toEqual(new Set([old.id, document.id]));
  expect(await server.files.listKeys()).toHaveLength(2);
});

test('[DOC-07] what was uploaded again meanwhile is not restored, and stays where it is', async () => {
  const { document } = (await upload({})).json<{ document: Document }>();
  await call('DELETE', `/${document.id}`);
  await upload({ filename: 'again.txt' });
  const refused = await call('POST', `/deleted/${document.id}/restore`);
  expect(refused.json()).toMatchObject({ code: 'file_duplicate' });
  expect((await list()).map(({ filename }) => filename)).toEqual(['again.txt']);
  expect((await call('GET', '/deleted')).json()).toMatchObject({ deleted: [{ id: document.id }] });
});

test('[DOC-07] an administrator erases a deleted document for good, with its file', async () => {
  const { document } = (await upload({})).json<{ document: Document }>();
  expect((await call('DELETE', `/deleted/${document.id}`)).statusCode).toBe(404);
  await call('DELETE', `/${document.id}`);
  expect(await server.files.listKeys()).toHaveLength(1);
  const member = await server.signIn();
  expect((await call('DELETE', `/deleted/${document.id}`, member)).statusCode).toBe(403);
  expect((await call('DELETE', `/deleted/${document.id}`)).json()).toEqual({ success: true });
  expect(await server.files.listKeys()).toEqual([]);
  expect((await call('POST', `/deleted/${document.id}/restore`)).statusCode).toBe(404);
  expect((await call('GET', '/deleted')).json()).toEqual({ deleted: [] });
});

test('[DOC-07] tags are trimmed, made unique and listed', async () => {
  const { document } = (await upload({})).json<{ document: Document }>();
  const save = (tags: unknown, id = document.id) =>
    server.call(admin, { method: 'PATCH', url: `/api/admin/docs/${id}/tags`, payload: { tags } });
  const odd = `'; drop table documents; --`;
  expect((await save([' ncaa ', 'ncaa', odd, '%_\\{}'])).json()).toEqual({ success: true });
  expect((await list())[0]?.tags).toEqual(['ncaa', odd, '%_\\{}']);
  expect((await save([])).statusCode).toBe(200);
  for (const bad of [['x'.repeat(51)], [' '], ['a\nb'], Array(21).fill('x'), 'ncaa', [1], null]) {
    expect((await save(bad)).statusCode).toBe(400);
  }
  expect((await save(['x'], randomUUID())).statusCode).toBe(404);
  expect((await save(['x'], 'not-a-uuid')).statusCode).toBe(404);
  expect((await list())[0]?.tags).toEqual([]);
});

function count() {
  return server.call(admin, { method: 'GET', url: '/api/admin/docs/count' });
}

test('[ADM-03] the count is a number', async () => {
  expect((await count()).json()).toEqual({ count: 0 });
  await upload({});
  expect((await count()).json()).toEqual({ count: 1 });
});
