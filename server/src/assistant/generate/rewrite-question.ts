import type { AnswerContext } from '../answer.ts';
import type { ModelAnswering } from './answer-with-model.ts';
import { askBriefly } from './ask-briefly.ts';

/** A rewritten question is waited for no longer than this; the person's own words serve without it. */
const REWRITE_MS = 8_000;
const REWRITTEN_MAX_LENGTH = 300;
const TURNS_MAX = 6;
const TURN_MAX_LENGTH = 500;

/**
 * The person's last message as an English question that stands alone; null when the model cannot say
 * in time. For messages that lean on earlier ones, or that are not in English.
 */
export async function rewriteQuestion(
  deps: ModelAnswering,
  { question, domain }: Pick<AnswerContext, 'question' | 'domain'>,
  signal: AbortSignal,
): Promise<string | null> {
  const turns = [
    ...question.history.slice(-TURNS_MAX),
    { role: 'user' as const, content: question.text },
  ].map(({ role, content }) => ({ role, content: content.slice(0, TURN_MAX_LENGTH) }));
  const prompt = { instructions: domain.prompts.rewrite, turns, maxOutputTokens: 120 };
  const { userId } = question;
  const rewritten = await askBriefly(deps, { prompt, userId, timeoutMs: REWRITE_MS }, signal);
  return rewritten === '' || (rewritten?.length ?? 0) > REWRITTEN_MAX_LENGTH ? null : rewritten;
}
