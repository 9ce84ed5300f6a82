/**
 * Kills the server with SIGKILL while it writes, again and again, and looks for every write that it
 * had acknowledged. `node bench/crash/run.ts [ROUNDS]`, 30 rounds by default; exits with 1 on a loss.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signUpOverHttp, type SignedUp } from '../../e2e/support/http-client.ts';
import { prepareData } from '../../e2e/support/prepare-data.ts';
import { startServer, type RunningServer } from './running-server.ts';
import { findFreePort } from '../../e2e/support/find-free-port.ts';

const rounds = Number(process.argv[2] ?? 30);
const port = await findFreePort();
const KILL_AFTER_MS = { min: 50, max: 800 };
const READY_LIMIT_MS = 120_000;

/** What the server said it had written. */
const acknowledged = {
  answers: new Set<string>(),
  feedback: new Set<string>(),
  documents: new Set<string>(),
  goals: '',
};

const dataDir = await mkdtemp(join(tmpdir(), 'crash-'));
await cp(await prepareData(), dataDir, { recursive: true });
const startTimes: number[] = [];
let losses = 0;
try {
  let server = await startServer(dataDir, port);
  const client = await signUpOverHttp(server, { email: 'crash@example.org' });
  await client.acceptTerms();
  for (let round = 1; round <= rounds; round++) {
    const killAfterMs = randomInt(KILL_AFTER_MS.min, KILL_AFTER_MS.max);
    await writeUntilKilled(server, client, killAfterMs);
    server = await startServer(dataDir, port);
    startTimes.push(server.startMs);
    const lost = await countLosses(client);
    losses += lost;
    console.log(
      `round ${round}: killed after ${killAfterMs} ms, ready again in ${Math.round(server.startMs)} ms, ` +
        `${acknowledged.answers.size} answers, ${acknowledged.feedback.size} ratings, ` +
        `${acknowledged.documents.size} documents acknowledged so far, ${lost} lost`,
    );
  }
  const unfinished = await waitUntilRead(client);
  await server.kill();
  console.log(
    `${rounds} kills: ${losses} acknowledged writes lost, ${unfinished} documents not Ready, ` +
      `median start ${Math.round(startTimes.toSorted((a, b) => a - b)[startTimes.length >> 1] ?? 0)} ms`,
  );
  process.exitCode = losses + unfinished === 0 ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function writeUntilKilled(
  server: RunningServer,
  client: SignedUp,
  killAfterMs: number,
): Promise<void> {
  const killed = new AbortController();
  const writers = [askAndRate, editProfile, uploadText, deleteAndRestore].map(async (write) => {
    // A call that dies with the server was not acknowledged.
    while (!killed.signal.aborted) await write(client).catch(() => undefined);
  });
  await new Promise((resolve) => setTimeout(resolve, killAfterMs));
  killed.abort();
  await server.kill();
  await Promise.all(writers);
}

async function askAndRate(client: SignedUp): Promise<void> {
  const session_id = 'crash-session';
  const reply = await client.call('POST', '/api/chat', {
    messages: [{ role: 'user', content: 'How many core courses do I need for D1?' }],
    session_id,
    user_id: client.userId,
  });
  if (!reply.ok) return;
  const { message } = (await reply.json()) as { message: { id: string } };
  acknowledged.answers.add(message.id);
  const rating = await client.call('POST', '/api/feedback', {
    message_id: message.id,
    session_id,
    user_id: client.userId,
    user_type: 'free_auth',
    thumbs: 'up',
    text_feedback: '',
    timestamp: new Date().toISOString(),
  });
  if (rating.ok) acknowledged.feedback.add(message.id);
}

async function editProfile(client: SignedUp): Promise<void> {
  const goals = randomUUID();
  const reply = await client.call('PATCH', '/api/user/profile', { goals });
  if (reply.ok) acknowledged.goals = goals;
}

async function uploadText(client: SignedUp): Promise<void> {
  const text = `Rule ${randomUUID()} says that a practice log is kept for every season.\n`.repeat(
    20,
  );
  const form = new FormData();
  form.set('file', new Blob([text], { type: 'text/plain' }), 'rule.txt');
  const reply = await client.call('POST', '/api/admin/docs/upload', form);
  if (!reply.ok) return;
  const { document } = (await reply.json()) as { document: { id: string } };
  acknowledged.documents.add(document.id);
}

/** Whenever it is cut off, the document is there or among the deleted: never both, never neither. */
async function deleteAndRestore(client: SignedUp): Promise<void> {
  const ids = [...acknowledged.documents];
  const id = ids[randomInt(ids.length + 1)];
  if (id === undefined) return new Promise((resolve) => setTimeout(resolve, 10));
  await client.call('DELETE', `/api/admin/docs/${id}`);
  await client.call('POST', `/api/admin/docs/deleted/${id}/restore`);
}

async function countLosses(client: SignedUp): Promise<number> {
  const { logs } = await read<{ logs: { id: string; feedback: string }[] }>(
    client,
    '/api/admin/logs',
  );
  const { goals } = await read<{ goals: string }>(client, '/api/user/profile');
  const documents = await readDocuments(client);
  const answers = new Set(logs.map((log) => log.id));
  const rated = new Set(logs.filter((log) => log.feedback === 'up').map((log) => log.id));
  const listed = new Set(documents.map((document) => document.id));
  const { deleted } = await read<{ deleted: { id: string }[] }>(client, '/api/admin/docs/deleted');
  const kept = new Set(deleted.map(({ id }) => id));
  // A write that was cut off before its reply may have happened; only acknowledged ones must have.
  const goalsLost = acknowledged.goals !== '' && goals === '';
  return (
    acknowledged.answers.difference(answers).size +
    acknowledged.feedback.difference(rated).size +
    acknowledged.documents.difference(listed.union(kept)).size +
    listed.intersection(kept).size +
    Number(goalsLost)
  );
}

/** Documents that are not `Ready` although every kill is over. */
async function waitUntilRead(client: SignedUp): Promise<number> {
  const deadline = performance.now() + READY_LIMIT_MS;
  for (;;) {
    const documents = await readDocuments(client);
    const unfinished = documents.filter((document) => document.status !== 'Ready').length;
    if (unfinished === 0) return 0;
    if (performance.now() > deadline) {
      console.log(documents.filter((document) => document.status !== 'Ready'));
      return unfinished;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function readDocuments(client: SignedUp): Promise<{ id: string; status: string }[]> {
  const { documents } = await read<{ documents: { id: string; status: string }[] }>(
    client,
    '/api/admin/docs',
  );
  return documents;
}

async function read<T>(client: SignedUp, path: string): Promise<T> {
  const reply = await client.call('GET', path);
  if (!reply.ok) throw new Error(`GET ${path} was refused with ${reply.status}.`);
  return (await reply.json()) as T;
}
