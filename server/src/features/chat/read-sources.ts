import { sourceSchema, type Source } from '@pathway/contract/chat';
import { z } from 'zod';

const sourcesSchema = z.array(sourceSchema);

/** The stored sources of an answer, as the contract has them. */
export function readSources(stored: unknown): Source[] {
  return sourcesSchema.parse(stored);
}
