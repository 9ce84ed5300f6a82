import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

const STACK_MAX_LINES = 12;

/**
 * The application log: one JSON line an event, on standard output unless told otherwise. It holds ids
 * and figures, never what people wrote or who they are; the redactions are a second wall behind that
 * rule.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    // Under its own key an error's message would become the line's, and it may quote what people typed.
    errorKey: 'error',
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
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What a log line may say about an error: never its message, which can quote what people typed. */
interface ErrorDescription {
  name: string;
  code?: string;
  stack?: string[];
  cause?: ErrorDescription;
}

/** Name, code and places of an error and of its causes, without the messages. */
function describeError(error: unknown): ErrorDescription {
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
