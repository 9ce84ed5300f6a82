import { sourceSchema, suggestionsSchema, type ReplyMessage } from '@pathway/contract/chat';
import { z } from 'zod';

const sourcesSchema = z.array(sourceSchema);

/** What stands beside the text of a stored answer, as the contract has it. */
export function readAnswerExtras(row: {
  sources: unknown;
  suggestions: unknown;
  status: string;
}): Pick<ReplyMessage, 'sources' | 'suggestions' | 'stopped'> {
  const suggestions = suggestionsSchema.parse(row.suggestions);
  return {
    sources: sourcesSchema.parse(row.sources),
    ...(suggestions.length > 0 && { suggestions }),
    ...(row.status === 'aborted' && { stopped: true }),
  };
}
