import { ApiError } from './api-client.ts';
import { defineMessages, useMessages } from './language/messages.ts';

/**
 * What to tell a person about a failed call: the server's text, else `refused` when the server
 * answered without one, else `unreachable` (by default the same) when nothing answered.
 */
export function failureText(error: unknown, refused: string, unreachable = refused): string {
  if (error instanceof ApiError) return error.message || refused;
  return unreachable;
}

const NONE: Readonly<Record<string, string>> = {};

/** Words for refusals by their code. None in English: the server's own text is English. */
const REFUSALS = defineMessages(
  NONE,
  async () => (await import('./language/refusals.es.ts')).SPANISH,
);

export type FailureText = typeof failureText;

/** As {@link failureText}, in the language of the page. */
export function useFailureText(): FailureText {
  const refusals = useMessages(REFUSALS);
  return (error, refused, unreachable) => {
    // The code is the server's: 'constructor' would name something of every object.
    const isKnown = error instanceof ApiError && Object.hasOwn(refusals, error.code);
    return (isKnown && refusals[error.code]) || failureText(error, refused, unreachable);
  };
}
