import type { Answer, Assistant, Question } from '../answer.ts';

const TEST_USER = '00000000-0000-4000-8000-000000000001';

/** For tests: the whole answer, the pieces in which it came, and the topics that it cared for. */
export async function ask(
  assistant: Assistant,
  question: string | Partial<Question>,
  signal: AbortSignal = AbortSignal.timeout(20_000),
): Promise<Answer & { deltas: string[]; topics: readonly string[] }> {
  const deltas: string[] = [];
  let topics: readonly string[] = [];
  const answer = await assistant.answer(
    toQuestion(question),
    {
      onMatches: () => undefined,
      onCare: (given) => (topics = given),
      onPart: (part) => part.type === 'delta' && deltas.push(part.text),
    },
    signal,
  );
  return { ...answer, deltas, topics };
}

/** A question of somebody who told nothing about themselves. */
export function toQuestion(given: string | Partial<Question>): Question {
  const own = typeof given === 'string' ? { text: given } : given;
  return { userId: TEST_USER, text: '', history: [], screenName: '', goals: '', ...own };
}
