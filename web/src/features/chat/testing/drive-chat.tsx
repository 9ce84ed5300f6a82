import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { loadAnswerRenderer } from '../answer/answer-body.tsx';
import { ChatScreen } from '../chat-screen.tsx';
import { renderChat } from './render-chat.tsx';
import type { SentCall } from './stub-network.ts';

const PLACEHOLDER = 'Type your message...';

export const messageField = (): HTMLTextAreaElement => screen.getByPlaceholderText(PLACEHOLDER);

/** Opens the chat and waits until its history is there. */
export async function openChat() {
  // Fetched while a person reads and writes; no test shall wait for it.
  await loadAnswerRenderer();
  const view = renderChat(<ChatScreen />);
  await screen.findByPlaceholderText(PLACEHOLDER);
  return view;
}

export async function ask(question = 'When can coaches call me?'): Promise<void> {
  await userEvent.type(messageField(), `${question}{Enter}`);
}

/** Lets what happens on the network arrive on the screen. */
export async function arrive(happen: () => void): Promise<void> {
  await act(async () => {
    happen();
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  });
}

export const questionsAmong = (calls: readonly SentCall[]): SentCall[] =>
  calls.filter(({ path }) => path === '/api/chat');
