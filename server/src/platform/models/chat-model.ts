/** What a model is told: rules, then the turns of a conversation; the last turn is the person's. */
export interface ModelPrompt {
  instructions: string;
  turns: readonly { role: 'user' | 'assistant'; content: string }[];
  /** Most tokens it may write. */
  maxOutputTokens: number;
}

/** Why a model fell silent: only `stop` is a whole answer. */
export type ModelEnd = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** Pieces of text in order, then the end. `tokens` counts prompt and answer; null when unsaid. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'end'; reason: ModelEnd; tokens: number | null };

/** A language model that writes text. It is offered no tools. */
export interface ChatModel {
  /** `provider/model`, for the log. */
  name: string;
  /** Loads what the first call needs; calls nobody. */
  prepare(): Promise<void>;
  /**
   * One call, never repeated by itself. Leaving the loop or aborting ends the call at the provider.
   *
   * @throws ModelError for everything that the provider does wrong; the signal's reason when aborted.
   */
  stream(prompt: ModelPrompt, signal: AbortSignal): AsyncIterable<ModelPart>;
}

/** What a provider did wrong. It holds neither prompt nor answer, so that it may be logged. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  /** HTTP status of the provider's answer, when there was one. */
  readonly status: number | null;
  /** Whether the same call may succeed a moment later. */
  readonly isRetryable: boolean;
  /** Whether other questions would fare no better: the provider is down, slow, full, or lets nobody in. */
  readonly isOutage: boolean;
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    {
      status = null,
      isRetryable,
      isOutage = isRetryable,
      retryAfterMs = null,
    }: {
      status?: number | null;
      isRetryable: boolean;
      isOutage?: boolean;
      retryAfterMs?: number | null;
    },
  ) {
    super(message);
    this.status = status;
    this.isRetryable = isRetryable;
    this.isOutage = isOutage;
    this.retryAfterMs = retryAfterMs;
  }
}
