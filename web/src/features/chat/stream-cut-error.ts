/** An answer began to arrive and did not arrive whole. */
export class StreamCutError extends Error {
  override readonly name = 'StreamCutError';

  constructor(cause?: unknown) {
    super('The answer was cut off.', { cause });
  }
}
