import type { ChatMessage, Source } from '@pathway/contract/chat';

export function sourceOf(n: number, more: Partial<Source> = {}): Source {
  return { n, title: `Guide ${n}.pdf`, kind: 'document', excerpt: `Passage ${n}.`, ...more };
}

export function messageOf(more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: 'answer-1',
    role: 'assistant',
    content: 'An answer.',
    feedback: null,
    feedbackSubmitted: false,
    feedbackText: '',
    ...more,
  };
}

export const questionOf = (content: string): ChatMessage =>
  messageOf({ id: null, role: 'user', content });
