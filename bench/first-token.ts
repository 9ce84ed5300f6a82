import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildWeb } from '../scripts/build-web.mjs';
import { findFreePort } from '../e2e/support/find-free-port.ts';
import { signUpOverHttp, type SignedUp } from '../e2e/support/http-client.ts';
import { askServer } from '../server/src/cli/control-socket.ts';
import type { Report } from '../server/src/cli/operator-command.ts';
import { startModelServer } from '../server/test/model-server/start-model-server.ts';
import { askStreamed, MODEL_PACE, QUESTIONS } from './ask-streamed.ts';
import { startServer, type RunningServer } from './crash/running-server.ts';
import { quantile, toTenths } from './quantile.ts';

const USERS = 20;
/** Many, because a machine has slow half minutes. */
const ROUNDS = 36;
/** Asked first and not counted: code is compiled, connections are open, pages of the database are read. */
const WARM_UP_ROUNDS = 3;
/** Between an answer and the next question of one person; people think longer. */
const THINK_MAX_MS = 2_000;

interface FirstTokenRow {
  users: number;
  questions: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  maxMs: number;
}

/**
 * Twenty people ask at once, with a stand-in for the model that says its first sentence after a known
 * time. What is left of the wait for the first shown sentence is the server's: session, limits, row,
 * search with vectors, prompt, check, stream.
 */
export async function measureFirstToken(): Promise<FirstTokenRow> {
  buildWeb();
  const model = await startModelServer();
  model.pace = MODEL_PACE;
  const dataDir = await mkdtemp(join(tmpdir(), 'first-token-'));
  const server = await startServer(dataDir, await findFreePort(), {
    CHAT_MODEL: 'compatible/stand-in',
    CHAT_MODEL_URL: model.url,
    CHAT_TOKENS_PER_USER_PER_DAY: '100000000',
    CHAT_TOKENS_PER_DAY: '1000000000',
  });
  try {
    await untilEmbedded(dataDir);
    /** By the goals of the asker, which stand in the prompt. */
    const modelMs = new Map<string, number>();
    model.onFirstSentence = ({ prompt }, waitedMs) => {
      modelMs.set(/case-\d+/.exec(prompt)?.[0] ?? '', waitedMs);
    };
    const shares: number[] = [];
    const people: Person[] = [];
    while (people.length < USERS) {
      people.push(await openPerson(server, people.length));
    }
    await Promise.all(
      people.map(async ({ client, name }) => {
        for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
          await wait(Math.random() * THINK_MAX_MS);
          const { firstMs } = await askStreamed(
            server.url,
            client,
            QUESTIONS[randomInt(QUESTIONS.length)] ?? '',
          );
          if (round >= 0) shares.push(firstMs - (modelMs.get(name) ?? Number.NaN));
        }
      }),
    );
    return summarise(shares);
  } finally {
    await server.kill();
    await model.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Person {
  client: SignedUp;
  name: string;
}

async function openPerson(server: RunningServer, index: number): Promise<Person> {
  const client = await signUpOverHttp(server, { email: `person-${index}@example.org` });
  await client.acceptTerms();
  const name = `case-${100 + index}`;
  const profile = { first_name: '', last_name: '', screen_name: '', goals: name };
  await client.call('PATCH', '/api/user/profile', profile);
  return { client, name };
}

/** The encoder shall be free when the questions come. */
async function untilEmbedded(dataDir: string): Promise<void> {
  for (;;) {
    const lines: string[] = [];
    const note = (report: Report) => {
      if (report.kind === 'line') lines.push(report.text);
    };
    await askServer(dataDir, ['doctor'], note).catch(() => undefined);
    if (lines.some((line) => line.includes('every passage has its vector'))) return;
    await wait(1_000);
  }
}

function summarise(shares: readonly number[]): FirstTokenRow {
  return {
    users: USERS,
    questions: shares.length,
    p50Ms: toTenths(quantile(shares, 0.5)),
    p95Ms: toTenths(quantile(shares, 0.95)),
    p99Ms: toTenths(quantile(shares, 0.99)),
    maxMs: toTenths(quantile(shares, 1)),
  };
}
