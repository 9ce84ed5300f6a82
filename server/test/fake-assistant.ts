import type { Answer, AnswerEvent, Assistant, Question } from '../src/assistant/answer.ts';

/** An assistant that says what a test tells it to, and remembers what it was asked. */
export interface FakeAssistant extends Assistant {
  readonly questions: Question[];
  /** Replaces the way questions are answered. */
  script: (question: Question, signal: AbortSignal) => AsyncIterable<AnswerEvent>;
}

export const TEST_SOURCE = {
  n: 1,
  title: 'Division I academics',
  kind: 'document',
  excerpt: 'Sixteen core courses are required.',
  page: 3,
} as const;

export function createFakeAssistant(): FakeAssistant {
  const questions: Question[] = [];
  return {
    questions,
    script: (question) => sayInPieces(['You asked: ', question.text]),
    answer(question, signal) {
      questions.push(question);
      return this.script(question, signal);
    },
  };
}

/** Streams the pieces, then answers their sum with one source. */
export async function* sayInPieces(pieces: readonly string[]): AsyncGenerator<AnswerEvent> {
  for (const text of pieces) yield { type: 'delta', text };
  yield { type: 'answer', answer: answerOf(pieces.join('')) };
}

export function answerOf(text: string): Answer {
  return {
    kind: 'answered',
    text,
    sources: [{ ...TEST_SOURCE }],
    matches: [{ source: TEST_SOURCE.title, similarity: 0.82 }],
  };
}
