import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signUpOverHttp, type SignedUp } from '../../e2e/support/http-client.ts';
import type { Attack } from './attack.ts';
import { openTarget } from './open-target.ts';

const QUESTION = 'What is an official visit?';
const KEY = 'a-key-of-the-attack';
const MAX_TURNS = 15;
const WAIT_MS = 2_000;

/** Redirects every call of both models to another server, which notes what arrives. */
export const redirectedQuestion: Attack = {
  name: 'redirected-question',
  aim: "get people's questions and the key sent elsewhere by a model's server that redirects",
  async run(tree) {
    const arrived: string[] = [];
    const elsewhere = await listen((request, response) => {
      void text(request).then((body) => {
        arrived.push(`${JSON.stringify(request.headers)} ${body}`);
        response.writeHead(404).end();
      });
    });
    const model = await listen((request, response) => {
      request.resume();
      response.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end();
    });
    const target = await openTarget(tree, {
      CHAT_MODEL: 'anthropic/m',
      CHAT_MODEL_URL: `${model.url}/v1`,
      ANTHROPIC_API_KEY: KEY,
      EMBEDDING_MODEL: 'compatible/m',
      EMBEDDING_MODEL_URL: `${model.url}/v1`,
    });
    try {
      const person = await signUpOverHttp(target, { email: 'ann@example.org' });
      await person.acceptTerms();
      await askUntilAnswered(person);
      const questions = arrived.filter((call) => call.includes(QUESTION)).length;
      const keys = arrived.filter((call) => call.includes(KEY)).length;
      return {
        holds: arrived.length === 0,
        figure: `${arrived.length} calls sent on: ${questions} with the question, ${keys} with the key`,
      };
    } finally {
      await target.close();
      elsewhere.close();
      model.close();
    }
  },
};

/** A new product still reads its first documents; only then does the model get something to say. */
async function askUntilAnswered(person: SignedUp): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const asked = await person.call('POST', '/api/chat', {
      session_id: randomUUID(),
      user_id: person.userId,
      messages: [{ role: 'user', content: QUESTION }],
    });
    if (!asked.ok) throw new Error(`The question was refused with ${asked.status}.`);
    const { message } = (await asked.json()) as { message: { sources?: object[] } };
    if (message.sources !== undefined && message.sources.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error('The question never got an answer with sources.');
}

async function listen(reply: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(reply);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
