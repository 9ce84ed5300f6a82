import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AnswerBody, loadAnswerRenderer } from './answer-body.tsx';

const answer = <AnswerBody content="On **June 15**." sources={[]} isStreaming={false} />;

test('[CHAT-02] with its renderer there, an answer is Markdown from the first picture on', async () => {
  await loadAnswerRenderer();
  render(answer);
  expect(screen.getByText('June 15').tagName).toBe('STRONG');
});
