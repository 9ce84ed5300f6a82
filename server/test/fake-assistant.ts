import type { Answer, AnswerListener, Assistant, Question } from '../src/assistant/answer.ts';

/** An assistant that says what a test tells it to, and remembers what it was asked. */
export interface FakeAssistant extends Assistant {
  readonly questions: Question[];
  /** Replaces the way questions are answered. */
  script: Assistant['answer'];
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
    script: (question, listener) => sayInPieces(['You asked: ', question.text])(question, listener),
    answer(question, listener, signal) {
      questions.push(question);
      return this.script(question, listener, signal);
    },
  };
}

/** Shows the pieces, then returns their sum with one source. */
export function sayInPieces(pieces: readonly string[]) {
  return async (_question: Question, listener: AnswerListener): Promise<Answer> => {
    for (const text of pieces) listener.onPart({ type: 'delta', text });
    return answerOf(pieces.join(''));
  };
}

export function answerOf(text: string): Answer {
  return {
    kind: 'answered',
    text,
    sources: [{ ...TEST_SOURCE }],
    matches: [{ source: TEST_SOURCE.title, similarity: 0.82 }],
  };
}
