/** What a log line may say about an error: never its message, which can quote what people typed. */
export interface ErrorDescription {
  name: string;
  code?: string;
  stack?: string[];
  cause?: ErrorDescription;
}

/** Name, code and places of an error and of its causes, without the messages. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error };
  const places = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    name: error.name,
    ...('code' in error && { code: String(error.code) }),
    ...(places !== undefined && { stack: places.map((line) => line.trim()).slice(0, 12) }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
