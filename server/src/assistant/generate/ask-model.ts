import type { Logger } from 'pino';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChatModel, ModelError, type ModelPrompt } from '../../platform/models/chat-model.ts';

interface AskModelDeps {
  model: ChatModel;
  limits: ModelLimits;
  log: Pick<Logger, 'warn'>;
  /** Told of every call that the provider began to answer. */
  onTokens(tokens: number): void;
}

/**
 * The model's answer as it is written. A call that fails before its first text is made again, with a
 * random pause; once text has come, a failure is final.
 *
 * @throws ModelError when no whole answer came in time; the signal's reason when aborted.
 */
export async function* askModel(
  deps: AskModelDeps,
  prompt: ModelPrompt,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { limits, log, model, onTokens } = deps;
  const deadline = createDeadline(limits, signal);
  try {
    for (let attempt = 0; ; attempt += 1) {
      let written = '';
      let tokens: number | null = null;
      try {
        for await (const part of model.stream(prompt, deadline.signal)) {
          if (part.type === 'end') {
            tokens = part.tokens;
            refuseHalfAnswer(part.reason, written);
            return;
          }
          if (part.text === '') continue;
          deadline.textCame();
          written += part.text;
          if (written.length > limits.answerMaxLength) throw final('The answer did not end.');
          yield part.text;
        }
        throw new ModelError('The answer was cut off.', { isRetryable: true });
      } catch (error) {
        const failure = deadline.explain(error);
        const pauseMs = failure.retryAfterMs ?? Math.random() * limits.backoffMs * 2 ** attempt;
        const isLast =
          written !== '' ||
          attempt >= limits.retries ||
          !failure.isRetryable ||
          pauseMs > limits.firstTextMs;
        log.warn({
          event: 'model_call_failed',
          model: model.name,
          attempt,
          status: failure.status,
          reason: failure.message,
        });
        if (isLast) throw failure;
        await deadline.pause(pauseMs);
      } finally {
        if (tokens !== null || written !== '') onTokens(tokens ?? estimateTokens(prompt, written));
      }
    }
  } finally {
    deadline.clear();
  }
}

function refuseHalfAnswer(reason: string, written: string): void {
  if (reason === 'content-filter') throw final("The provider's filter stepped in.");
  if (reason === 'tool-calls') throw final('The model asked for a tool.');
  if (reason !== 'stop') throw final(`The answer ended with ${reason}.`);
  if (written.trim() === '') throw new ModelError('The answer was empty.', { isRetryable: true });
}

/** The same call would end the same way. */
function final(message: string): ModelError {
  return new ModelError(message, { isRetryable: false });
}

function estimateTokens({ instructions, turns }: ModelPrompt, written: string): number {
  return countTokens(instructions + turns.map(({ content }) => content).join('') + written);
}

/** One clock for all attempts: until the first text, and until the end. */
function createDeadline({ firstTextMs, totalMs }: ModelLimits, signal: AbortSignal) {
  const late = new AbortController();
  const expire = (message: string) => () =>
    late.abort(new ModelError(message, { isRetryable: false, isOutage: true }));
  const first = setTimeout(expire('The first text took too long.'), firstTextMs);
  const total = setTimeout(expire('The answer took too long.'), totalMs);
  const combined = AbortSignal.any([signal, late.signal]);
  return {
    signal: combined,
    textCame: () => clearTimeout(first),
    /** The failure behind an error. @throws the reason when the caller gave up. */
    explain(error: unknown): ModelError {
      signal.throwIfAborted();
      if (late.signal.reason instanceof ModelError) return late.signal.reason;
      return error instanceof ModelError ? error : final('The call failed.');
    },
    async pause(ms: number): Promise<void> {
      await wait(ms, undefined, { signal: combined }).catch(() => undefined);
      signal.throwIfAborted();
      if (late.signal.reason instanceof ModelError) throw late.signal.reason;
    },
    clear() {
      clearTimeout(first);
      clearTimeout(total);
    },
  };
}

/** How long, how often and how much the model may take for one answer. */
export interface ModelLimits {
  /** From the question to the first piece of text, all attempts together. */
  firstTextMs: number;
  /** From the question to the end of the answer, so that the embedded composer fits in behind it. */
  totalMs: number;
  /** Calls after the first one. */
  retries: number;
  /** Longest wait before the first retry; it doubles, and a random share of it is waited. */
  backoffMs: number;
  /** Longest answer, in characters; a model that goes on is cut off. */
  answerMaxLength: number;
  /** Room for passages in the prompt. */
  passageTokens: number;
}

export const DEFAULT_MODEL_LIMITS: ModelLimits = {
  firstTextMs: 30_000,
  totalMs: 55_000,
  retries: 2,
  backoffMs: 1_000,
  answerMaxLength: 6_000,
  passageTokens: 4_000,
};

/** English text has about this many characters per token; enough for budgets, not for bills. */
const CHARACTERS_PER_TOKEN = 4;

/** An estimate of a text's tokens, for any model. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
