import type { ChatLog } from '@pathway/contract/logs';
import { citesSources } from './log-excerpt.ts';
import { normaliseQuestion, type TimedLog } from './log-filters.ts';

/** The best passage of an answer below this similarity says little about the question. */
const WEAK_SIMILARITY = 0.5;
/** Rows of each list. */
const ROWS_MAX = 10;

/** A question as it was asked last, and how often it was asked in much the same words. */
interface AskedQuestion {
  prompt: string;
  count: number;
}

/** Its best similarity; null when nothing was found, or nothing with a similarity. */
interface WeakQuestion extends AskedQuestion {
  similarity: number | null;
}

/** Something that answers may come from. */
export interface KnownSource {
  id: string;
  name: string;
}

/** How many logs got care on each topic, those with most first. */
export function countCare(logs: readonly TimedLog[]): { topic: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { log } of logs) {
    for (const topic of log.care ?? []) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  }
  return [...counts]
    .map(([topic, count]) => ({ topic, count }))
    .toSorted((a, b) => b.count - a.count || a.topic.localeCompare(b.topic));
}

/** The logs that got care on a topic; all of them without one. */
export function filterByCare(logs: readonly TimedLog[], topic: string | null): readonly TimedLog[] {
  return topic === null ? logs : logs.filter(({ log }) => log.care?.includes(topic));
}

/**
 * Questions for which nothing or nothing near was found or quoted, those asked most often first; without those
 * that were answered well.
 */
export function findWeakQuestions(logs: readonly TimedLog[]): WeakQuestion[] {
  const weak = withoutHelpful(logs).flatMap(({ log }) => {
    const similarity = bestSimilarity(log);
    const isUncited = log.response.trim() !== '' && !citesSources(log.response);
    const isWeak = isUncited || similarity === null || similarity < WEAK_SIMILARITY;
    return isWeak && log.prompt.trim() !== '' ? [{ log, similarity }] : [];
  });
  const groups = Map.groupBy(weak, ({ log }) => normaliseQuestion(log.prompt));
  return rank(
    [...groups.values()].flatMap((group) => {
      const [newest] = group;
      if (newest === undefined) return [];
      const { log, similarity } = newest;
      return [{ prompt: log.prompt, similarity, count: group.length }];
    }),
  );
}

/**
 * Questions that were asked more than once, whatever their case and punctuation; without those that were
 * answered well.
 */
export function findRepeatedQuestions(logs: readonly TimedLog[]): AskedQuestion[] {
  const groups = new Map<string, AskedQuestion>();
  for (const { log } of withoutHelpful(logs)) {
    if (log.prompt.trim() === '') continue;
    const key = normaliseQuestion(log.prompt);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { prompt: log.prompt, count: 1 });
    else known.count += 1;
  }
  return rank([...groups.values()].filter(({ count }) => count > 1));
}

/** Sources that no log names; those of logs that were kept without ids are told by name. */
export function findUnusedSources(
  logs: readonly TimedLog[],
  sources: readonly KnownSource[],
): KnownSource[] {
  const used = new Set<string>();
  for (const { log } of logs) {
    for (const { source, source_id: id } of log.matches) used.add(id ?? source);
  }
  return sources.filter(({ id, name }) => !used.has(id) && !used.has(name));
}

/** Without the questions whose newest rating is thumbs up, however often they were asked. */
function withoutHelpful(logs: readonly TimedLog[]): TimedLog[] {
  const ratings = new Map<string, string>();
  for (const { log } of logs) {
    if (log.feedback === '') continue;
    const question = normaliseQuestion(log.prompt);
    if (!ratings.has(question)) ratings.set(question, log.feedback);
  }
  if (ratings.size === 0) return [...logs];
  return logs.filter(({ log }) => ratings.get(normaliseQuestion(log.prompt)) !== 'up');
}

function bestSimilarity({ matches }: ChatLog): number | null {
  let best: number | null = null;
  for (const { similarity } of matches) {
    if (typeof similarity === 'number' && similarity > (best ?? -Infinity)) best = similarity;
  }
  return best;
}

/** The most frequent ones; those as frequent stay in their order, newest first. */
function rank<Question extends AskedQuestion>(questions: Question[]): Question[] {
  return questions.toSorted((a, b) => b.count - a.count).slice(0, ROWS_MAX);
}
