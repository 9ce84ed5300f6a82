import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AnswerBody } from './answer-body.tsx';

vi.mock('./answer-markdown.tsx', () => ({
  get AnswerMarkdown() {
    throw new Error('Failed to fetch dynamically imported module');
  },
}));

test('[CHAT-02] an answer whose renderer cannot be loaded stands there as text', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await act(async () => {
    render(<AnswerBody content="On **June 15**." sources={[]} isStreaming={false} />);
  });
  expect(await screen.findByText('On **June 15**.')).toBeDefined();
});
