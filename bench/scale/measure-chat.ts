import { randomInt } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../e2e/support/find-free-port.ts';
import { type SignedUp, signUpOverHttp } from '../../e2e/support/http-client.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { startModelServer } from '../../server/test/model-server/start-model-server.ts';
import { askStreamed, MODEL_PACE, QUESTIONS, type StreamedAnswer } from '../ask-streamed.ts';
import { startServer, type RunningServer } from '../crash/running-server.ts';
import { quantile, toTenths } from '../quantile.ts';

const PEOPLE = 200;
const SIGN_UPS_AT_ONCE = 4;
/** Between an answer and the next question of one person, twenty seconds on the average. */
const THINK_MS = { min: 10_000, max: 30_000 };

export interface ChatFigures {
  people: number;
  seconds: number;
  answers: number;
  /** To the first text of an answer, of which the stand-in takes 300 ms. */
  firstP50Ms: number;
  firstP95Ms: number;
  /** To its end. */
  wholeP50Ms: number;
  wholeP95Ms: number;
  errors: number;
  /** Acknowledged answers that the database does not hold as they were sent, and rows that nobody asked for. */
  lost: number;
}

/**
 * People who think for a while, ask, and ask the next question of the other server: two servers, each a
 * process of its own, on one database with the starter documents, and a stand-in for the model.
 */
export async function measureChat(
  { db, url }: Database & { url: string },
  seconds: number,
): Promise<ChatFigures> {
  const model = await startModelServer();
  model.pace = MODEL_PACE;
  const folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'scale-chat-'))));
  const servers: RunningServer[] = [];
  try {
    for (const [index, folder] of folders.entries()) {
      // Servers share their files.
      if (index > 0) await symlink(join(folders[0] ?? '', 'files'), join(folder, 'files'));
      servers.push(
        await startServer(folder, await findFreePort(), {
          DATABASE_URL: url,
          CHAT_MODEL: 'compatible/stand-in',
          CHAT_MODEL_URL: model.url,
          CHAT_TOKENS_PER_USER_PER_DAY: '100000000',
          CHAT_TOKENS_PER_DAY: '1000000000',
        }),
      );
      await untilRead(db);
    }
    const people = await signUp(servers);
    console.log(`${people.length} people are in.`);
    const { before } = await db
      .selectFrom('chat_logs')
      .select(({ fn }) => fn.countAll<number>().as('before'))
      .executeTakeFirstOrThrow();
    const answers: StreamedAnswer[] = [];
    const errors: unknown[] = [];
    const end = performance.now() + seconds * 1_000;
    await Promise.all(
      people.map(async (person, index) => {
        await wait(Math.random() * THINK_MS.max);
        for (let turn = index; performance.now() < end; turn += 1) {
          const server = servers[turn % servers.length]?.url ?? '';
          await askStreamed(server, person, QUESTIONS[turn % QUESTIONS.length] ?? '').then(
            (answer) => answers.push(answer),
            (error: unknown) => errors.push(error),
          );
          await wait(randomInt(THINK_MS.min, THINK_MS.max));
        }
      }),
    );
    for (const error of new Set(errors.map(String))) console.log(error);
    const lost = await countLost(db, answers, before + errors.length);
    return { people: PEOPLE, seconds, ...summarise(answers), errors: errors.length, lost };
  } finally {
    for (const server of servers) await server.kill();
    await model.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Every document shall be read, and have its vectors, when the questions come. */
async function untilRead(db: Database['db']): Promise<void> {
  for (;;) {
    const { unread } = await db
      .selectFrom('documents')
      .select(({ fn }) => fn.countAll<number>().as('unread'))
      .where('status', '!=', 'Ready')
      .executeTakeFirstOrThrow();
    const { missing } = await db
      .selectFrom('passages')
      .leftJoin('passage_embeddings', 'passage_embeddings.passage_id', 'passages.id')
      .select(({ fn }) => fn.countAll<number>().as('missing'))
      .where('passage_embeddings.passage_id', 'is', null)
      .executeTakeFirstOrThrow();
    if (unread + missing === 0) return;
    await wait(1_000);
  }
}

/** Half of them at each server, each from a network of its own. */
async function signUp(servers: readonly RunningServer[]): Promise<SignedUp[]> {
  const people: SignedUp[] = [];
  const numbers = Array.from({ length: PEOPLE }, (_, number) => number).values();
  const signUpNext = async () => {
    for (const number of numbers) {
      const server = servers[number % servers.length];
      if (server === undefined) throw new Error('No server runs.');
      const origin = {
        localAddress: `127.0.${1 + Math.floor(number / 200)}.${1 + (number % 200)}`,
      };
      const person = await signUpOverHttp(server, { email: `chat-${number}@example.org` }, origin);
      await person.acceptTerms();
      person.close();
      people.push(person);
    }
  };
  await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, signUpNext));
  return people;
}

/** `others` are rows that are there besides the answers. */
async function countLost(
  db: Database['db'],
  answers: readonly StreamedAnswer[],
  others: number,
): Promise<number> {
  const rows = await db.selectFrom('chat_logs').select(['id', 'status', 'response']).execute();
  const stored = new Map(
    rows.filter(({ status }) => status === 'answered').map(({ id, response }) => [id, response]),
  );
  const missing = answers.filter(({ id, content }) => stored.get(id) !== content).length;
  return missing + Math.max(0, rows.length - answers.length - others);
}

function summarise(answers: readonly StreamedAnswer[]) {
  const firsts = answers.map(({ firstMs }) => firstMs);
  const wholes = answers.map(({ wholeMs }) => wholeMs);
  return {
    answers: answers.length,
    firstP50Ms: toTenths(quantile(firsts, 0.5)),
    firstP95Ms: toTenths(quantile(firsts, 0.95)),
    wholeP50Ms: toTenths(quantile(wholes, 0.5)),
    wholeP95Ms: toTenths(quantile(wholes, 0.95)),
  };
}
