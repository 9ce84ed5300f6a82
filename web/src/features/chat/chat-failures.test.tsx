import { sessionIdSchema } from '@pathway/contract/chat';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { arrive, ask, messageField, openChat, questionsAmong } from './testing/drive-chat.tsx';
import { messageOf, questionOf, sourceOf } from './testing/samples.ts';
import {
  createAnswerStream,
  historyOf,
  jsonResponse,
  refusal,
  stubNetwork,
} from './testing/stub-network.ts';

afterEach(() => vi.unstubAllGlobals());

const CHAT = '/api/chat';
const HISTORY = '/api/chat/history';
const APOLOGY = 'Sorry, something went wrong. Please try again.';
const reply = { content: 'On **June 15**. [1]', id: 'answer-9', sources: [sourceOf(1)] };

test('[CHAT-09][CHAT-15] a failure apologises, and Retry asks the same question under the same key', async () => {
  const calls = stubNetwork({
    [HISTORY]: [historyOf()],
    [CHAT]: [refusal(502, 'answer_failed'), jsonResponse({ message: reply })],
  });
  await openChat();
  await ask();
  expect((await screen.findByRole('alert')).textContent).toBe(APOLOGY);
  expect(screen.getByText('Feedback not available for this message')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('June 15')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getAllByText('When can coaches call me?')).toHaveLength(1);
  const [first, second] = questionsAmong(calls);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  expect(second?.body).toEqual(first?.body);
});

test('[CHAT-09][CHAT-15] Retry of a question of an earlier visit goes out once, under a key that the contract accepts', async () => {
  const calls = stubNetwork({
    [HISTORY]: [historyOf(questionOf('When?')), historyOf()],
    [CHAT]: [jsonResponse({ message: reply })],
  });
  await openChat();
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('June 15')).toBeDefined();
  const [asked] = questionsAmong(calls);
  expect(sessionIdSchema.safeParse(asked?.headers.get('idempotency-key')).success).toBe(true);
  expect(asked?.body).toMatchObject({ messages: [{ role: 'user', content: 'When?' }] });
});

test('[CHAT-09] an unreachable server apologises; the text typed meanwhile is kept', async () => {
  const answer = Promise.withResolvers<Response>();
  stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [answer.promise] });
  await openChat();
  await ask();
  await userEvent.type(messageField(), 'And then');
  await act(async () => answer.reject(new TypeError('Failed to fetch')));
  expect((await screen.findByRole('alert')).textContent).toBe(APOLOGY);
  expect(messageField().value).toBe('And then');
});

test('[CHAT-09] a new question leaves the apology where it is, without its Retry', async () => {
  const calls = stubNetwork({
    [HISTORY]: [historyOf()],
    [CHAT]: [refusal(502, 'answer_failed'), jsonResponse({ message: reply })],
  });
  await openChat();
  await ask();
  await screen.findByRole('alert');
  await ask('Something else?');
  expect(await screen.findByText('June 15')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toBe(APOLOGY);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  const keys = questionsAmong(calls).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
});

test.each([
  ['30', 'You can try again in 30 seconds.'],
  ['100', 'You can try again in 2 minutes.'],
])('[CHAT-09] too many questions: Retry-After %s is said as a wait', async (seconds, hint) => {
  stubNetwork({
    [HISTORY]: [historyOf()],
    [CHAT]: [refusal(429, 'too_many_requests', { 'retry-after': seconds })],
  });
  await openChat();
  await ask();
  expect((await screen.findByRole('alert')).textContent).toBe(APOLOGY);
  expect(screen.getByText(hint)).toBeDefined();
});

test('[CHAT-09] a 401 ends the session here', async () => {
  stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [refusal(401, 'not_signed_in')] });
  const { session } = await openChat();
  await ask();
  await screen.findByRole('alert');
  expect(session.expire).toHaveBeenCalledOnce();
});

test('[CHAT-09] missing consent asks for it', async () => {
  stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [refusal(403, 'consent_required')] });
  const { session } = await openChat();
  await ask();
  await screen.findByRole('alert');
  expect(session.requireConsent).toHaveBeenCalledOnce();
  expect(session.expire).not.toHaveBeenCalled();
});

test('[CHAT-09] a cut stream ends in the apology when the server has no answer', async () => {
  const stream = createAnswerStream();
  stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [stream.response] });
  await openChat();
  await ask();
  await arrive(() => stream.send({ type: 'delta', text: 'On June' }));
  await arrive(() => stream.cut());
  expect((await screen.findByRole('alert')).textContent).toBe(APOLOGY);
  expect(screen.queryByText('On June')).toBeNull();
});

test('[CHAT-09] a cut stream ends in the stored answer when the server finished it', async () => {
  const stream = createAnswerStream();
  const finished = messageOf({ id: 'answer-9', content: reply.content, sources: reply.sources });
  stubNetwork({
    [HISTORY]: [historyOf(), historyOf(questionOf('When can coaches call me?'), finished)],
    [CHAT]: [stream.response],
  });
  await openChat();
  await ask();
  await arrive(() => stream.send({ type: 'delta', text: 'On June' }));
  await arrive(() => stream.end());
  expect(await screen.findByRole('button', { name: 'Source 1: Guide 1.pdf' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getAllByText('When can coaches call me?')).toHaveLength(1);
});

test('[CHAT-09] an older answer is not taken for the missing one', async () => {
  const stream = createAnswerStream();
  const older = [questionOf('When can coaches call me?'), messageOf({ id: 'answer-1' })];
  stubNetwork({ [HISTORY]: [historyOf(...older)], [CHAT]: [stream.response] });
  await openChat();
  await ask();
  await arrive(() => stream.end());
  expect((await screen.findByRole('alert')).textContent).toBe(APOLOGY);
});

test('[CHAT-09] an answer that is still being written says so', async () => {
  stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [refusal(409, 'answer_in_progress')] });
  await openChat();
  await ask();
  expect((await screen.findByRole('alert')).textContent).toBe(APOLOGY);
  expect(screen.getByText(/Your last question is still being answered/)).toBeDefined();
});
