import type { LiteralWords } from '../domain.ts';
import { CARE_TOPICS, type CareTopic } from './care-topics.ts';
import { normaliseMessage } from './normalise-message.ts';

/** The gravest topic that a message names in so many words, in any language; null for none. */
export function findLiteralTopic(text: string, words: LiteralWords): CareTopic | null {
  const message = normaliseMessage(text);
  const isSaid = (topic: CareTopic) => {
    const { said, unless } = words[topic] ?? {};
    return said?.test(unless === undefined ? message : message.replace(unless, ' … '));
  };
  return CARE_TOPICS.find(isSaid) ?? null;
}
