import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetKept, keep } from '../../../lib/browser-store.ts';
import { ask, messageField, openChat, questionsAmong } from '../testing/drive-chat.tsx';
import { messageOf, questionOf } from '../testing/samples.ts';
import { historyOf, jsonResponse, refusal, stubNetwork } from '../testing/stub-network.ts';

afterEach(() => vi.unstubAllGlobals());

const CHAT = '/api/chat';
const HISTORY = '/api/chat/history';
const QUESTION = 'When can coaches call me?';
const reply = { content: 'On June 15.', id: 'answer-9', sources: [] };

test('[CHAT-15] a draft is there again after a visit elsewhere', async () => {
  stubNetwork({ [HISTORY]: [historyOf()] });
  const { unmount } = await openChat();
  await userEvent.type(messageField(), 'When can');
  unmount();
  await openChat();
  expect(messageField().value).toBe('When can');
  expect(screen.getByText('8 / 500 characters')).toBeDefined();
});

test('[CHAT-15][AUTH-11] a question that met a session at its end is in the field after sign-in', async () => {
  const calls = stubNetwork({
    [HISTORY]: [historyOf()],
    [CHAT]: [refusal(401, 'not_signed_in'), jsonResponse({ message: reply })],
  });
  const { session, unmount } = await openChat();
  await ask(QUESTION);
  await screen.findByRole('alert');
  expect(session.expire).toHaveBeenCalledOnce();
  unmount();
  await openChat();
  expect(messageField().value).toBe(QUESTION);
  await userEvent.type(messageField(), '{Enter}');
  expect(await screen.findByText('On June 15.', { selector: 'article *' })).toBeDefined();
  expect(questionsAmong(calls)).toHaveLength(2);
});

test('[CHAT-15] a question that never reached the server is in the field after a reload', async () => {
  stubNetwork({ [HISTORY]: [historyOf()] });
  const { unmount } = await openChat();
  await ask(QUESTION);
  await screen.findByRole('alert');
  unmount();
  await openChat();
  expect(messageField().value).toBe(QUESTION);
});

test('[CHAT-15] a question that the server has is not in the field again', async () => {
  const question = questionOf(QUESTION);
  stubNetwork({ [HISTORY]: [historyOf(), historyOf(question, messageOf({ id: 'answer-9' }))] });
  const { unmount } = await openChat();
  await ask(QUESTION);
  await screen.findByRole('alert');
  unmount();
  await openChat();
  expect(messageField().value).toBe('');
});

test.each(['{"key":', '[]', '{"key":"short","content":"When?"}', '7'])(
  '[CHAT-15] a kept question that is damaged (%s) is none',
  async (kept) => {
    keep('chat-asked:user-1', kept);
    stubNetwork({ [HISTORY]: [historyOf(questionOf('Before?'), messageOf())] });
    await openChat();
    expect(screen.getByText('Before?')).toBeDefined();
    expect(messageField().value).toBe('');
  },
);

test('[CHAT-15] an answered question is forgotten, and so is everything when a person leaves', async () => {
  stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [jsonResponse({ message: reply })] });
  const first = await openChat();
  await ask(QUESTION);
  await screen.findByText('On June 15.', { selector: 'article *' });
  first.unmount();
  const second = await openChat();
  expect(messageField().value).toBe('');
  await userEvent.type(messageField(), 'Secret');
  second.unmount();
  forgetKept();
  await openChat();
  expect(messageField().value).toBe('');
});
