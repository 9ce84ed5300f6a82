import { randomInt } from 'node:crypto';
import { type SignedUp, writeCookies } from '../e2e/support/http-client.ts';

/** How the stand-in for a model writes. */
export const MODEL_PACE = { firstTextMs: 300, betweenMs: 10 };
/** What people ask in turn; the starter documents answer each. */
export const QUESTIONS = [
  'How many core courses do I need for D1?',
  'What is a dead period?',
  'When does the FAFSA open and what is our deadline?',
  'How many official visits can I take?',
  'What GPA do I need for NAIA?',
  'Do D3 schools give athletic scholarships?',
  'What replaced the National Letter of Intent?',
  'How much can we borrow with Parent PLUS now?',
];

/** An answer as it was acknowledged, with the milliseconds from sending the question to its first text and to its end. */
export interface StreamedAnswer {
  id: string;
  content: string;
  firstMs: number;
  wholeMs: number;
}

/** Asks in a conversation of its own, so that no question is rewritten. @throws Error when no answer comes to its end. */
export async function askStreamed(
  url: string,
  person: SignedUp,
  content: string,
): Promise<StreamedAnswer> {
  const startedAt = performance.now();
  const reply = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: {
      cookie: writeCookies(person.cookies),
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({
      messages: [{ role: 'user', content }],
      session_id: `session-${randomInt(1e9)}`,
      user_id: person.userId,
    }),
  });
  let firstMs = Number.NaN;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of reply.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (Number.isNaN(firstMs) && text.includes('"type":"delta"')) {
      firstMs = performance.now() - startedAt;
    }
  }
  const done = /^data: (\{"type":"done".*\})$/m.exec(text)?.[1];
  if (done === undefined) throw new Error(`No answer came: ${reply.status} ${text.slice(-200)}`);
  const { message } = JSON.parse(done) as { message: { id: string; content: string } };
  return { ...message, firstMs, wholeMs: performance.now() - startedAt };
}
