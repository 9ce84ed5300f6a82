import { z } from 'zod';
import type { Prompts } from '../domain.ts';
import { CARE_TOPICS, type CareTopic } from '../safety/care-topics.ts';
import type { ModelAnswering } from './answer-with-model.ts';
import { askBriefly } from './ask-briefly.ts';

const READ_MS = 1_000;
const MAX_OUTPUT_TOKENS = 30;
const MESSAGE_MAX_LENGTH = 2_000;
/** The verdict, also where a model puts a fence around it. */
const OBJECT = /\{[^{}]*\}/;
const NONE = 'none';

const verdictSchema = z.strictObject({ topic: z.enum([...CARE_TOPICS, NONE]) });

/**
 * Reads a message once more where the classifier is not sure, and says which topic it needs: null for none, and when
 * it cannot say so within a second. It sees the message and nothing else of the person. Never rejects.
 */
export type SecondReader = (
  message: { text: string; userId: string },
  signal: AbortSignal,
) => Promise<CareTopic | null>;

/** A second reader by the language model. */
export function createSecondReader({
  prompts,
  ...deps
}: Omit<ModelAnswering, 'names'> & { prompts: Pick<Prompts, 'second_reader'> }): SecondReader {
  return async ({ text, userId }, signal) => {
    const turns = [{ role: 'user' as const, content: text.slice(0, MESSAGE_MAX_LENGTH) }];
    const prompt = {
      instructions: prompts.second_reader,
      turns,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
    };
    try {
      const said = await askBriefly(deps, { prompt, userId, timeoutMs: READ_MS }, signal);
      return said === null ? null : readVerdict(said);
    } catch (error) {
      if (!signal.aborted) deps.log.warn({ event: 'care_not_read_again', err: error });
      return null;
    }
  };
}

/** The topic of a verdict such as `{"topic": "crisis"}`; null for `none` and for anything else. */
function readVerdict(said: string): CareTopic | null {
  try {
    const { topic } = verdictSchema.parse(JSON.parse(OBJECT.exec(said)?.[0] ?? ''));
    return topic === NONE ? null : topic;
  } catch {
    return null;
  }
}
