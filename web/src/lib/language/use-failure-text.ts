import { ApiError } from '../api-error.ts';
import { failureText } from '../failure-text.ts';
import { defineMessages } from './define-messages.ts';
import { useMessages } from './use-messages.ts';

const NONE: Readonly<Record<string, string>> = {};

/** Words for refusals by their code. None in English: the server's own text is English. */
const REFUSALS = defineMessages(NONE, async () => (await import('./refusals.es.ts')).SPANISH);

export type FailureText = typeof failureText;

/** As {@link failureText}, in the language of the page. */
export function useFailureText(): FailureText {
  const refusals = useMessages(REFUSALS);
  return (error, refused, unreachable) => {
    const known = error instanceof ApiError ? refusals[error.code] : undefined;
    return known ?? failureText(error, refused, unreachable);
  };
}
