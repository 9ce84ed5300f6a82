import type { AnswerEvent } from '@pathway/contract/chat';
import type { AddressInfo } from 'node:net';
import type { Person, TestApp } from '../../../../test/build-test-app.ts';
import { answerOf } from '../../../../test/fake-assistant.ts';
import type { AnswerPart } from '../../../assistant/answer.ts';

/** Asks over a real connection, which the test can cut. The app must listen. */
export function askForStream(
  server: TestApp,
  person: Person,
  { content, key, signal }: { content: string; key?: string; signal?: AbortSignal },
): Promise<Response> {
  const { port } = server.app.server.address() as AddressInfo;
  const cookie = Object.entries(person.cookies).map((pair) => pair.join('='));
  return fetch(`http://127.0.0.1:${port}/api/chat`, {
    method: 'POST',
    signal,
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      cookie: cookie.join('; '),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify({
      messages: [{ role: 'user', content }],
      session_id: 'session-0001',
      user_id: person.id,
    }),
  });
}

export async function readEvents(response: Response): Promise<AnswerEvent[]> {
  const blocks = (await response.text()).split('\n\n').filter((block) => block.startsWith('data'));
  return blocks.map((block) => JSON.parse(block.replace(/^data: /, '')) as AnswerEvent);
}

/** Reads on until the text has come, and leaves the rest to be read. */
export async function readUntil(response: Response, wanted: string): Promise<string> {
  const reader = response.body?.getReader();
  let text = '';
  while (!text.includes(wanted)) {
    const piece = await reader?.read();
    if (piece?.value === undefined) break;
    text += Buffer.from(piece.value).toString();
  }
  reader?.releaseLock();
  return text;
}

/** An assistant that says these parts and then waits, until it may go on or is told to stop. */
export function sayAndWait(server: TestApp, ...parts: AnswerPart[]) {
  const gate = Promise.withResolvers<void>();
  const said = Promise.withResolvers<void>();
  const state = { isStopped: false, said: said.promise, goOn: () => gate.resolve() };
  server.assistant.script = async (_question, listener, signal) => {
    signal.addEventListener('abort', () => {
      state.isStopped = true;
    });
    const answer = answerOf('The whole answer. [1]');
    listener.onMatches(answer.matches);
    for (const part of parts) listener.onPart(part);
    said.resolve();
    await gate.promise;
    return answer;
  };
  return state;
}

export function readRow(server: TestApp, person: Person) {
  return server.database.db
    .selectFrom('chat_logs')
    .selectAll()
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
}
