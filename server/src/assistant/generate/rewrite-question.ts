import { ModelError } from '../../platform/models/chat-model.ts';
import type { AnswerContext } from '../answer.ts';
import type { ModelAnswering } from './answer-with-model.ts';
import { askModel } from './ask-model.ts';

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
  { model, budget, breaker, limits, log }: ModelAnswering,
  { question, domain }: Pick<AnswerContext, 'question' | 'domain'>,
  signal: AbortSignal,
): Promise<string | null> {
  if (breaker.isPaused() || !(await budget.hasRoom(question.userId))) return null;
  const turns = [
    ...question.history.slice(-TURNS_MAX),
    { role: 'user' as const, content: question.text },
  ].map(({ role, content }) => ({ role, content: content.slice(0, TURN_MAX_LENGTH) }));
  let tokens = 0;
  const onTokens = (count: number) => (tokens += count);
  const short = {
    ...limits,
    firstTextMs: Math.min(REWRITE_MS, limits.firstTextMs),
    totalMs: Math.min(REWRITE_MS, limits.totalMs),
    retries: 0,
  };
  try {
    const prompt = { instructions: domain.prompts.rewrite, turns, maxOutputTokens: 120 };
    let text = '';
    const asking = askModel({ model, limits: short, log, onTokens }, prompt, signal);
    for await (const piece of asking) text += piece;
    const rewritten = text.replaceAll(/\s+/g, ' ').trim();
    return rewritten === '' || rewritten.length > REWRITTEN_MAX_LENGTH ? null : rewritten;
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  } finally {
    if (tokens > 0) await budget.spend(question.userId, tokens);
  }
}
