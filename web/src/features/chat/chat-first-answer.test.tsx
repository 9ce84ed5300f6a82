import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ChatScreen } from './chat-screen.tsx';
import { arrive, ask } from './testing/drive-chat.tsx';
import { renderChat } from './testing/render-chat.tsx';
import { createAnswerStream, historyOf, stubNetwork } from './testing/stub-network.ts';

const renderer = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock('./answer/answer-markdown.tsx', async (importOriginal) => {
  await renderer.promise;
  return importOriginal();
});

afterEach(() => vi.unstubAllGlobals());

test('[CHAT-12][FB-01] an answer and its thumbs come with the renderer, and the thumbs stay the same buttons', async () => {
  const stream = createAnswerStream();
  stubNetwork({ '/api/chat/history': [historyOf()], '/api/chat': [stream.response] });
  renderChat(<ChatScreen />);
  await screen.findByPlaceholderText('Type your message...');
  await ask();
  await arrive(() => stream.send({ type: 'delta', text: 'On **June 15**.' }));
  await arrive(() => {
    stream.send({ type: 'done', message: { id: 'answer-9', content: 'On **June 15**.' } });
    stream.end();
  });
  expect(screen.getByRole('status').textContent).toBe('Avery is thinking...');
  expect(screen.queryByRole('button', { name: 'Thumbs up' })).toBeNull();

  renderer.resolve();
  const up = await screen.findByRole('button', { name: 'Thumbs up' });
  expect(screen.getByText('June 15').tagName).toBe('STRONG');
  await ask('And then?');
  expect(screen.getAllByRole('button', { name: 'Thumbs up' })).toEqual([up]);
  expect(up.isConnected).toBe(true);
});
