import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { describeError } from './describe-error.ts';

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
