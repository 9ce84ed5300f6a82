import type { ChatMessage } from '@pathway/contract/chat';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderChat, SESSION_ID } from '../testing/render-chat.tsx';
import { messageOf } from '../testing/samples.ts';
import { jsonResponse, stubNetwork } from '../testing/stub-network.ts';
import { AnswerFeedback } from './answer-feedback.tsx';

afterEach(() => vi.unstubAllGlobals());

const FEEDBACK = '/api/feedback';
const FAILED = 'Failed to submit feedback. Please try again.';
const PLACEHOLDER = 'Optional: Tell us more about this response...';

const success = () => jsonResponse({ success: true });
const failure = () => jsonResponse({ error: 'Broken', code: 'internal_error' }, 500);

function renderFeedback(more: Partial<ChatMessage> = {}) {
  return renderChat(
    <AnswerFeedback message={{ ...messageOf(more), id: 'answer-1' }} trailing={null} />,
  );
}

const thumb = (name: 'Thumbs up' | 'Thumbs down') =>
  screen.getByRole<HTMLButtonElement>('button', { name });
const submitButton = () => screen.getByRole('button', { name: 'Submit Feedback' });

test('[FB-01][FB-04] choosing a thumb sends it at once and locks both', async () => {
  const calls = stubNetwork({ [FEEDBACK]: [success()] });
  renderFeedback();
  expect(thumb('Thumbs up').getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(thumb('Thumbs up'));
  expect(thumb('Thumbs up').getAttribute('aria-pressed')).toBe('true');
  expect(thumb('Thumbs up').disabled).toBe(true);
  expect(thumb('Thumbs down').disabled).toBe(true);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.body).toEqual({
    message_id: 'answer-1',
    session_id: SESSION_ID,
    user_id: 'user-1',
    user_type: 'free_auth',
    thumbs: 'up',
    text_feedback: '',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
});

test('[FB-02] the words are sent with the thumb, then thanked for', async () => {
  const calls = stubNetwork({ [FEEDBACK]: [success()] });
  renderFeedback();
  await userEvent.click(thumb('Thumbs down'));
  await userEvent.type(screen.getByPlaceholderText(PLACEHOLDER), ' Too long ');
  await userEvent.click(submitButton());
  expect((await screen.findByRole('status')).textContent).toBe('Thank you for your feedback!');
  expect(calls[1]?.body).toMatchObject({ thumbs: 'down', text_feedback: 'Too long' });
  expect(screen.queryByPlaceholderText(PLACEHOLDER)).toBeNull();
  expect(thumb('Thumbs down').disabled).toBe(true);
  expect(screen.getByText('Too long')).toBeDefined();
});

test('[FB-02] the words are optional', async () => {
  const calls = stubNetwork({ [FEEDBACK]: [success()] });
  renderFeedback();
  await userEvent.click(thumb('Thumbs up'));
  await userEvent.click(submitButton());
  expect(await screen.findByText('Thank you for your feedback!')).toBeDefined();
  expect(calls[1]?.body).toMatchObject({ text_feedback: '' });
});

test('[FB-05] a failed thumb shows the alert and unlocks', async () => {
  stubNetwork({ [FEEDBACK]: [failure(), success()] });
  renderFeedback();
  await userEvent.click(thumb('Thumbs up'));
  expect((await screen.findByRole('alert')).textContent).toBe(FAILED);
  expect(thumb('Thumbs up').disabled).toBe(false);
  expect(thumb('Thumbs up').getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(thumb('Thumbs down'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(thumb('Thumbs down').getAttribute('aria-pressed')).toBe('true');
});

test('[FB-05] failed words stay in the form and can be sent again', async () => {
  const calls = stubNetwork({ [FEEDBACK]: [success(), failure(), success()] });
  renderFeedback();
  await userEvent.click(thumb('Thumbs up'));
  await userEvent.type(screen.getByPlaceholderText(PLACEHOLDER), 'Clear');
  await userEvent.click(submitButton());
  expect((await screen.findByRole('alert')).textContent).toBe(FAILED);
  await userEvent.click(submitButton());
  expect(await screen.findByText('Thank you for your feedback!')).toBeDefined();
  expect(calls[2]?.body).toMatchObject({ thumbs: 'up', text_feedback: 'Clear' });
});

test('[FB-05] an unreachable server is a failure too', async () => {
  stubNetwork({});
  renderFeedback();
  await userEvent.click(thumb('Thumbs up'));
  expect((await screen.findByRole('alert')).textContent).toBe(FAILED);
});

test('[FB-06] earlier feedback is shown as given and cannot be changed', () => {
  renderFeedback({ feedback: 'down', feedbackSubmitted: true, feedbackText: 'Too long' });
  expect(thumb('Thumbs down').getAttribute('aria-pressed')).toBe('true');
  expect(thumb('Thumbs up').getAttribute('aria-pressed')).toBe('false');
  expect(thumb('Thumbs up').disabled).toBe(true);
  expect(screen.getByText('Thank you for your feedback!')).toBeDefined();
  expect(screen.getByText('Too long')).toBeDefined();
});

test('[FB-02] by keyboard the focus goes to the words, then back to the row of the thumb', async () => {
  stubNetwork({ [FEEDBACK]: [success()] });
  renderFeedback();
  thumb('Thumbs up').focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByPlaceholderText(PLACEHOLDER));
  submitButton().focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Thank you for your feedback!');
  expect(document.activeElement?.contains(thumb('Thumbs up'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test('[FB-02] by pointer the focus does not jump into the form', async () => {
  stubNetwork({ [FEEDBACK]: [success()] });
  renderFeedback();
  await userEvent.click(thumb('Thumbs up'));
  expect(document.activeElement).not.toBe(screen.getByPlaceholderText(PLACEHOLDER));
});
