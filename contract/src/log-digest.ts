import type { ChatLog } from './logs.ts';

/** A mark that cites a source, such as `[1]` or `[2, 3]`. */
export const CITATION_MARK = /\[\d{1,3}(?:, ?\d{1,3})*\]/;
/** The best passage of an answer below this similarity says little about the question. */
const WEAK_SIMILARITY = 0.5;

/** What the summaries of many logs need to know of each. */
export interface LogDigest {
  /** The question without case and punctuation. */
  question: string;
  /** Whether it asks anything. */
  hasPrompt: boolean;
  isWeak: boolean;
  /** Of its best passage; null when nothing was found, or nothing with a similarity. */
  similarity: number | null;
  /** Names of its sources, each once, in the order of its passages. */
  sources: string[];
  /** Their ids, or names where they have none. */
  used: string[];
  care: string[];
}

export function digestLog(log: ChatLog): LogDigest {
  return {
    question: normaliseQuestion(log.prompt),
    hasPrompt: hasPrompt(log),
    isWeak: isWeaklySourced(log),
    similarity: bestSimilarity(log),
    sources: [...new Set(log.matches.map(({ source }) => source))],
    used: [...new Set(log.matches.map(nameUsed))],
    care: [...(log.care ?? [])],
  };
}

/** A question without case and punctuation, for telling those that were asked again. */
export function normaliseQuestion(prompt: string): string {
  return prompt
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function hasPrompt({ prompt }: ChatLog): boolean {
  return prompt.trim() !== '';
}

/** Whether it asks something for which nothing or nothing near was found or quoted. */
export function isWeaklySourced(log: ChatLog): boolean {
  if (!hasPrompt(log)) return false;
  const similarity = bestSimilarity(log);
  const isUncited = log.response.trim() !== '' && !citesSources(log.response);
  return isUncited || similarity === null || similarity < WEAK_SIMILARITY;
}

export function bestSimilarity({ matches }: ChatLog): number | null {
  let best: number | null = null;
  for (const { similarity } of matches) {
    if (typeof similarity === 'number' && similarity > (best ?? -Infinity)) best = similarity;
  }
  return best;
}

/** By what a source is known that a log used; those of logs that were kept without ids are told by name. */
export function nameUsed({ source, source_id: id }: ChatLog['matches'][number]): string {
  return id ?? source;
}

/** Whether an answer cites anything. */
export function citesSources(answer: string): boolean {
  return CITATION_MARK.test(answer);
}
