import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedUp, writeCookies } from '../../../e2e/support/http-client.ts';
import { readEvents, readUntil } from '../../src/features/chat/testing/streaming-chat.ts';
import { type Installation, type Server, startInstallation } from './start-installation.ts';
import { countNewRows, watchEffects } from './watch-effects.ts';
import { enter } from './visitors.ts';

const PREPARATION_LIMIT_MS = 300_000;
const QUESTION = 'How many core courses do I need for D1?';

let product: Installation;
let person: SignedUp;
let [here, there]: readonly Server[] = [];
beforeAll(async () => {
  product = await startInstallation(process.env['REAL_S3'] ?? '');
  [here, there] = product.servers;
  await watchEffects(product.databases);
  person = await enter(product, 'two-servers@example.org', here?.url);
}, PREPARATION_LIMIT_MS);
afterAll(() => product?.close());

function post(server: Server | undefined, path: string, body: object, key = ''): Promise<Response> {
  return fetch(`${server?.url}${path}`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      cookie: writeCookies(person.cookies),
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
}

const ask = (server: Server | undefined, key: string, session = 'session-0001') =>
  post(
    server,
    '/api/chat',
    {
      messages: [{ role: 'user', content: QUESTION }],
      session_id: session,
      user_id: person.userId,
    },
    key,
  );

async function readAnswer(response: Response): Promise<{ content: string; id: string }> {
  const last = (await readEvents(response)).at(-1);
  if (last?.type !== 'done') throw new Error(JSON.stringify(last));
  return last.message;
}

/** The model writes as slowly as the test wants, and so long that there is time. */
function writeSlowly(betweenMs: number): void {
  product.model.pace.betweenMs = betweenMs;
}

test('who signed in on one server is in on the other, and both tell the same history', async () => {
  const message = await readAnswer(await ask(there, 'key-of-the-other'));
  const histories = await Promise.all(
    product.servers.map(async ({ url }) => {
      const headers = { cookie: writeCookies(person.cookies) };
      return (await fetch(`${url}/api/chat/history`, { headers })).json();
    }),
  );
  expect(histories[0]).toEqual(histories[1]);
  expect(JSON.stringify(histories[0])).toContain(message.id);
});

test('an answer that one server writes is stopped on the other, and what it had said is kept', async () => {
  writeSlowly(400);
  const answer = await ask(here, 'key-to-stop');
  await readUntil(answer, '"delta"');
  const stopped = await post(there, '/api/chat/stop', { idempotency_key: 'key-to-stop' });
  const { message } = (await stopped.json()) as { message: { content: string; stopped: boolean } };
  expect(message).toMatchObject({ stopped: true, content: expect.stringMatching(/\w/) });
  // Whoever reads it on the first server is told the same end.
  expect(await readUntil(answer, '"done"')).toContain(JSON.stringify(message.content));
  writeSlowly(0);
});

test('an answer that was begun on one server is read to its end on the other, and asked once', async () => {
  writeSlowly(100);
  const before = product.model.requests.length;
  const answer = await ask(here, 'key-to-resume');
  await readUntil(answer, '"delta"');
  await answer.body?.cancel().catch(() => undefined);
  const message = await readAnswer(await ask(there, 'key-to-resume'));
  expect(message.content).toMatch(/\w/);
  expect(await readAnswer(await ask(here, 'key-to-resume'))).toMatchObject(message);
  expect(product.model.requests.length - before).toBe(1);
  writeSlowly(0);
});

test('a question whose server was killed is answered by the other, once', async () => {
  writeSlowly(400);
  await readUntil(await ask(here, 'key-of-the-killed'), '"delta"');
  await here?.end('SIGKILL');
  writeSlowly(0);
  const message = await readAnswer(await ask(there, 'key-of-the-killed'));
  expect(message.content).toMatch(/\w/);
  expect(await countNewRows(product.databases, 'key-of-the-killed')).toEqual({
    rows: 1,
    endings: 1,
  });
  here?.start();
  await here?.untilReady();
});

test('a job whose worker is cut off from the network is done by the other, and takes effect once', async () => {
  const [first, second] = product.workers;
  await second.end('SIGTERM');
  const form = new FormData();
  const text = `Every season a practice log is kept, and rule NUMBER says by whom.\n\n`;
  const rules = Array.from({ length: 4_000 }, (_, index) => text.replace('NUMBER', `${index}`));
  form.set('file', new Blob(rules, { type: 'text/plain' }), 'rules.txt');
  const admin = await enter(product, 'admin@example.org');
  const uploaded = await fetch(`${product.url}/api/admin/docs/upload`, {
    method: 'POST',
    headers: { cookie: writeCookies(admin.cookies) },
    body: form,
  });
  const { document } = (await uploaded.json()) as { document: { id: string } };
  const status = async () => {
    const rows = product.databases.ask<{ status: string }>(
      'select status from documents where id = $1',
      [document.id],
    );
    return (await rows)[0]?.status;
  };
  await expect.poll(status, { interval: 20 }).toBe('Processing');
  first.machine.cut();
  second.start();
  await expect.poll(status, { timeout: 150_000, interval: 200 }).toBe('Ready');
  first.machine.heal();
  // Long enough for the first one to notice, to try what it had in hand, and to be refused.
  await pause(30_000);
  const [effects] = await product.databases.ask<{
    times: number;
    passages: number;
    distinct: number;
  }>(
    `select (select count(*) from effects where id = $1)::int as times,
      count(*)::int as passages, count(distinct ordinal)::int as distinct
      from passages where document_id = $1`,
    [document.id],
  );
  expect(effects?.times).toBe(1);
  expect(effects?.passages).toBe(effects?.distinct);
});
