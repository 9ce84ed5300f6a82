import { ModelError, type ModelPrompt } from '../../platform/models/chat-model.ts';
import type { ModelAnswering } from './answer-with-model.ts';
import { askModel } from './ask-model.ts';

/** What is asked, for whose budget, and how long it is waited for in all. */
interface BriefTask {
  prompt: ModelPrompt;
  userId: string;
  timeoutMs: number;
}

/**
 * A few words of the model for the product itself, on one line; null when it fails, is left alone after failing, is
 * late, or the day's tokens are spent. It is asked once.
 *
 * @throws the signal's reason when aborted.
 */
export async function askBriefly(
  { model, budget, breaker, limits, log }: Omit<ModelAnswering, 'names'>,
  { prompt, userId, timeoutMs }: BriefTask,
  signal: AbortSignal,
): Promise<string | null> {
  if (breaker.isPaused() || !(await budget.hasRoom(userId))) return null;
  let tokens = 0;
  const onTokens = (count: number) => (tokens += count);
  const short = {
    ...limits,
    firstTextMs: Math.min(timeoutMs, limits.firstTextMs),
    totalMs: Math.min(timeoutMs, limits.totalMs),
    retries: 0,
  };
  try {
    let text = '';
    const asking = askModel({ model, limits: short, log, onTokens }, prompt, signal);
    for await (const piece of asking) text += piece;
    return text.replaceAll(/\s+/g, ' ').trim();
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  } finally {
    if (tokens > 0) await budget.spend(userId, tokens);
  }
}
