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
