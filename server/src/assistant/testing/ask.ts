import type { Answer, Assistant, Question } from '../answer.ts';

const TEST_USER = '00000000-0000-4000-8000-000000000001';

/** For tests: the whole answer, and the pieces in which it came. */
export async function ask(
  assistant: Assistant,
  question: string | Partial<Question>,
  signal: AbortSignal = AbortSignal.timeout(20_000),
): Promise<Answer & { deltas: string[] }> {
  const given = typeof question === 'string' ? { text: question } : question;
  const deltas: string[] = [];
  let answer: Answer | undefined;
  const events = assistant.answer(
    { userId: TEST_USER, text: '', history: [], screenName: '', goals: '', ...given },
    signal,
  );
  for await (const event of events) {
    if (event.type === 'delta') deltas.push(event.text);
    else if (event.type === 'answer') answer = event.answer;
  }
  if (answer === undefined) throw new Error('No answer came.');
  return { ...answer, deltas };
}
