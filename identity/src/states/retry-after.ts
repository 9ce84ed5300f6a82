import type { FlowContext } from '../engine/flow-context.ts';
import type { Guessed } from '../services/attempt-limits.ts';
import { secondsToNextGuess } from '../services/guard-guesses.ts';

/** `{retry_after}` in seconds while guesses are not looked at, else `{}`. */
export async function retryAfter(
  ctx: FlowContext,
  guessed: Guessed,
  whose: string,
): Promise<object> {
  const seconds = await secondsToNextGuess(ctx, guessed, whose);
  return seconds > 0 ? { retry_after: seconds } : {};
}
