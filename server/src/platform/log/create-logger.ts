import { pino, type Logger } from 'pino';

/**
 * The application log: one JSON line an event, on standard output. It holds ids and figures, never
 * what people wrote or who they are; the redactions are a second wall behind that rule.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
      remove: true,
    },
    serializers: {
      req: (request: { method?: string; url?: string; id?: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url?.split('?')[0],
      }),
      err: describeError,
    },
  });
}

/** Messages of errors may quote what a person sent, so only names, codes and places are logged. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const stack = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    name: error.name,
    code: 'code' in error ? error.code : undefined,
    at: stack?.slice(0, 8),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
