/** What a log line may say about an error: never its message, which can quote what people typed. */
export interface ErrorDescription {
  name: string;
  code?: string;
  stack?: string[];
  cause?: ErrorDescription;
}

const STACK_MAX_LINES = 12;

/** Name, code and places of an error and of its causes, without the messages. */
export function describeError(error: unknown): ErrorDescription {
  if (typeof error !== 'object' || error === null) return { name: typeof error };
  const { name, code, stack, cause } = error as Partial<Record<keyof ErrorDescription, unknown>>;
  return {
    name: typeof name === 'string' ? name : 'object',
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(typeof stack === 'string' && { stack: readPlaces(stack) }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/** A stack begins with the message, which may have several lines. */
function readPlaces(stack: string): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, STACK_MAX_LINES);
}
