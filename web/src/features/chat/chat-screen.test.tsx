import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { arrive, ask, messageField, openChat, questionsAmong } from './testing/drive-chat.tsx';
import { SESSION_ID } from './testing/render-chat.tsx';
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
const STOP = '/api/chat/stop';
const THINKING = 'Avery is thinking...';
const reply = { content: 'On **June 15**. [1]', id: 'answer-9', sources: [sourceOf(1)] };

const pending = () => new Promise<Response>(() => undefined);

test('[CHAT-01] the heading names the assistant and the empty state welcomes', async () => {
  stubNetwork({ [HISTORY]: [historyOf()] });
  await openChat();
  expect(screen.getByRole('heading', { level: 1, name: 'Ask Avery' })).toBeDefined();
  expect(screen.getByRole('heading', { name: "Hi, I'm Avery." })).toBeDefined();
  expect(screen.queryByRole('log')).toBeNull();
});

test('[CHAT-15] a starter question is sent with one press', async () => {
  const calls = stubNetwork({
    [HISTORY]: [historyOf()],
    [CHAT]: [jsonResponse({ message: reply })],
  });
  await openChat();
  expect(
    within(screen.getByRole('list', { name: 'Starter questions' })).getAllByRole('button'),
  ).toHaveLength(4);
  await userEvent.click(
    screen.getByRole('button', { name: /Which classes count as core courses/ }),
  );
  expect(questionsAmong(calls)[0]?.body).toMatchObject({
    messages: [{ role: 'user', content: 'Which classes count as core courses?' }],
  });
  expect(await screen.findByText('June 15')).toBeDefined();
});

test('[CHAT-10] the history stands there, oldest first, with its citations and feedback', async () => {
  stubNetwork({
    [HISTORY]: [
      historyOf(
        questionOf('First?'),
        messageOf({
          content: 'Yes [1].',
          sources: [sourceOf(1)],
          feedback: 'up',
          feedbackSubmitted: true,
        }),
      ),
    ],
  });
  await openChat();
  const articles = within(screen.getByRole('log', { name: 'Conversation' })).getAllByRole(
    'article',
  );
  expect(articles.map(({ textContent }) => textContent)).toEqual([
    'You: First?',
    expect.stringContaining('Yes'),
  ]);
  expect(screen.getByRole('button', { name: 'Source 1: Guide 1.pdf' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Thumbs up' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
});

test('[CHAT-10] 60 messages stand under the notice', async () => {
  const messages = Array.from({ length: 60 }, (_, index) => messageOf({ id: `answer-${index}` }));
  stubNetwork({ [HISTORY]: [historyOf(...messages)] });
  await openChat();
  const list = screen.getByRole('log');
  expect(list.textContent).toContain("You've reached the end of your available chat history.");
  expect(within(list).getAllByRole('article')).toHaveLength(60);
});

test('[CHAT-10] a history that cannot be loaded says so and can be tried again', async () => {
  stubNetwork({ [HISTORY]: [refusal(500, 'internal_error'), historyOf(questionOf('First?'))] });
  await openChat();
  expect(screen.getByRole('alert').textContent).toContain(
    "We couldn't load your earlier messages.",
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('First?')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[CHAT-03][CHAT-08] asking waits, then shows the answer with its sources', async () => {
  const answer = Promise.withResolvers<Response>();
  const calls = stubNetwork({
    [HISTORY]: [historyOf(questionOf('Hi'), messageOf({ content: 'Hello.' }))],
    [CHAT]: [answer.promise],
  });
  await openChat();
  await ask();
  expect(screen.getByText('When can coaches call me?')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe(THINKING);
  expect(messageField().value).toBe('');
  await act(async () => answer.resolve(jsonResponse({ message: reply })));
  expect(screen.queryByText(THINKING)).toBeNull();
  expect(screen.getByText('June 15').tagName).toBe('STRONG');
  expect(screen.getByRole('button', { name: 'Source 1: Guide 1.pdf' })).toBeDefined();
  expect(questionsAmong(calls)[0]?.body).toEqual({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'When can coaches call me?' },
    ],
    session_id: SESSION_ID,
    user_id: 'user-1',
  });
});

test('[CHAT-12] the answer appears while it streams and gets its sources at the end', async () => {
  const stream = createAnswerStream();
  stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [stream.response] });
  await openChat();
  await ask();
  expect(screen.getByRole('status').textContent).toBe(THINKING);
  await arrive(() => stream.send({ type: 'delta', text: 'On **June 15**. [1' }));
  expect(screen.queryByText(THINKING)).toBeNull();
  const shown = screen.getByText('June 15');
  expect(shown.closest('article')?.getAttribute('aria-busy')).toBe('true');
  expect(shown.closest('p')?.textContent).toBe('On June 15.');
  await arrive(() => stream.send({ type: 'done', message: reply }));
  expect(screen.getByText('June 15')).toBe(shown);
  expect(shown.closest('article')?.getAttribute('aria-busy')).toBe('false');
  expect(screen.getByRole('button', { name: 'Source 1: Guide 1.pdf' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Thumbs up' })).toBeDefined();
});

test('[CHAT-12][FB-03] Stop keeps what was shown, marks it and ends the call', async () => {
  const stream = createAnswerStream();
  const calls = stubNetwork({
    [HISTORY]: [historyOf()],
    [CHAT]: [stream.response],
    [STOP]: [jsonResponse({ message: null })],
  });
  await openChat();
  await ask();
  await arrive(() => stream.send({ type: 'delta', text: 'On June 15 ' }));
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  const [question] = questionsAmong(calls);
  await waitFor(() => expect(question?.signal?.aborted).toBe(true));
  expect(calls.at(-1)).toMatchObject({
    path: STOP,
    body: { idempotency_key: question?.headers.get('idempotency-key') },
  });
  expect(screen.getByText('On June 15', { selector: 'article *' })).toBeDefined();
  expect(screen.getByText('Stopped')).toBeDefined();
  expect(screen.getByText('Feedback not available for this message')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Thumbs up' })).toBeNull();
});

test('[CHAT-12][FB-01] a stopped answer that the server stored can be rated', async () => {
  const stream = createAnswerStream();
  const stored = { id: 'answer-9', content: 'On June 15 you', sources: [], stopped: true };
  stubNetwork({
    [HISTORY]: [historyOf()],
    [CHAT]: [stream.response],
    [STOP]: [jsonResponse({ message: stored })],
  });
  await openChat();
  await ask();
  await arrive(() => stream.send({ type: 'delta', text: 'On June 15 ' }));
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('On June 15 you', { selector: 'article *' })).toBeDefined();
  expect(screen.getByText('Stopped')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Thumbs up' })).toBeDefined();
});

test('[CHAT-12] a question right after Stop waits until the server has stopped', async () => {
  const stream = createAnswerStream();
  const stopped = Promise.withResolvers<Response>();
  const calls = stubNetwork({
    [HISTORY]: [historyOf()],
    [CHAT]: [stream.response, jsonResponse({ message: reply })],
    [STOP]: [stopped.promise],
  });
  await openChat();
  await ask('First?');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await ask('Second?');
  expect(screen.getByText('Second?')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe(THINKING);
  expect(questionsAmong(calls)).toHaveLength(1);
  await act(async () => stopped.resolve(jsonResponse({ message: null })));
  expect(await screen.findByText('June 15')).toBeDefined();
  expect(questionsAmong(calls)).toHaveLength(2);
});

test('[CHAT-12] a stopped answer of an earlier visit says so', async () => {
  const stopped = messageOf({ content: 'On June', stopped: true });
  stubNetwork({ [HISTORY]: [historyOf(questionOf('When?'), stopped)] });
  await openChat();
  expect(screen.getByText('Stopped')).toBeDefined();
});

test('[CHAT-12][CHAT-13] chips open their source while the answer still streams', async () => {
  const stream = createAnswerStream();
  stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [stream.response] });
  await openChat();
  await ask();
  await arrive(() => stream.send({ type: 'sources', sources: [sourceOf(1)] }));
  expect(screen.getByRole('status').textContent).toBe(THINKING);
  await arrive(() => stream.send({ type: 'delta', text: 'On **June 15**. [1] And' }));
  const chip = screen.getByRole('button', { name: 'Source 1: Guide 1.pdf' });
  await userEvent.click(chip);
  expect(screen.getByText('Passage 1.')).toBeDefined();
  await arrive(() => stream.send({ type: 'delta', text: ' more' }));
  expect(screen.getByRole('button', { name: 'Source 1: Guide 1.pdf' })).toBe(chip);
  await arrive(() => stream.send({ type: 'done', message: reply }));
  expect(screen.getByRole('button', { name: 'Source 1: Guide 1.pdf' })).toBe(chip);
  expect(screen.getByText('Passage 1.')).toBeDefined();
});

test('[CHAT-12] a finished answer is read aloud once, and while it grows it is silent', async () => {
  const stream = createAnswerStream();
  stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [stream.response] });
  const { container } = await openChat();
  await ask();
  await arrive(() => stream.send({ type: 'delta', text: 'On **June' }));
  const announced = () =>
    Array.from(container.querySelectorAll('p[aria-live="polite"]'), (p) => p.textContent);
  expect(announced()).toEqual(['']);
  expect(screen.getByText(/On/).closest('article')?.getAttribute('aria-live')).toBe('off');
  await arrive(() => stream.send({ type: 'done', message: reply }));
  expect(announced()).toEqual(['On June 15 .']);
  await waitFor(() => expect(announced()).toEqual(['']));
});

test('[CHAT-10][CHAT-12] a question of an earlier visit that is still being answered is waited for', async () => {
  const question = questionOf('When?');
  const finished = messageOf({ id: 'answer-9', content: 'June 15.' });
  const later = Promise.withResolvers<Response>();
  stubNetwork({ [HISTORY]: [historyOf(question), later.promise] });
  await openChat();
  expect(screen.getByRole('status').textContent).toBe(THINKING);
  await act(async () => later.resolve(historyOf(question, finished)));
  expect(await screen.findByText('June 15.', { selector: 'article *' })).toBeDefined();
  expect(screen.getAllByText('When?')).toHaveLength(1);
});

test('[CHAT-12] Stop after a reload ends the answer at once, under the key of its question', async () => {
  const question = questionOf('When?');
  const calls = stubNetwork({
    [HISTORY]: [historyOf(), historyOf(question)],
    [CHAT]: [pending()],
    [STOP]: [jsonResponse({ message: { content: 'On', id: 'answer-9', stopped: true } })],
  });
  const { unmount } = await openChat();
  await ask('When?');
  unmount();
  await openChat();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('On', { selector: 'article *' })).toBeDefined();
  expect(calls.find(({ path }) => path === STOP)?.body).toEqual({
    idempotency_key: questionsAmong(calls)[0]?.headers.get('idempotency-key'),
  });
});

test('[CHAT-06] only one question is under way at a time', async () => {
  const calls = stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [pending()] });
  await openChat();
  await ask('First?');
  await ask('Second?');
  expect(questionsAmong(calls)).toHaveLength(1);
  expect(messageField().value).toBe('Second?');
});

test('[CHAT-12] leaving the screen ends the call', async () => {
  const calls = stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [pending()] });
  const { unmount } = await openChat();
  await ask();
  unmount();
  expect(questionsAmong(calls)[0]?.signal?.aborted).toBe(true);
});

test('[CHAT-07] the newest message is brought into view', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  stubNetwork({ [HISTORY]: [historyOf()], [CHAT]: [jsonResponse({ message: reply })] });
  await openChat();
  expect(scrollTo).not.toHaveBeenCalled();
  await ask();
  expect(scrollTo).toHaveBeenCalledWith(
    expect.objectContaining({ top: document.documentElement.scrollHeight }),
  );
});

test('[CHAT-11] questions that the sources answer stand below an answer, one press away', async () => {
  const open = {
    content: 'Not covered.',
    id: 'answer-8',
    suggestions: ['What is a dead period?', 'When can D3 coaches call?'],
  };
  const calls = stubNetwork({
    [HISTORY]: [
      historyOf(
        questionOf('And?'),
        messageOf({ sources: [sourceOf(1)], suggestions: ['Old one?'] }),
      ),
    ],
    [CHAT]: [jsonResponse({ message: open }), jsonResponse({ message: reply })],
  });
  await openChat();
  const also = screen.getByRole('region', { name: 'Also:' });
  expect(within(also).getByRole('button', { name: 'Old one?' })).toBeDefined();
  await ask('What is dead?');
  expect(screen.queryByRole('button', { name: 'Old one?' })).toBeNull();
  const offered = await screen.findByRole('region', { name: 'Questions my sources answer' });
  expect(within(offered).getAllByRole('button')).toHaveLength(2);
  await userEvent.click(within(offered).getByRole('button', { name: 'What is a dead period?' }));
  expect(questionsAmong(calls)[1]?.body).toMatchObject({
    messages: expect.arrayContaining([{ role: 'user', content: 'What is a dead period?' }]),
  });
  expect(screen.queryByRole('region', { name: 'Questions my sources answer' })).toBeNull();
});
