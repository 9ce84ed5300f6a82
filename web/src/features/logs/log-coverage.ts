import {
  bestSimilarity,
  hasPrompt,
  isWeaklySourced,
  nameUsed,
  normaliseQuestion,
} from '@pathway/contract/log-digest';
import type { TimedLog } from './log-filters.ts';

/** Rows of each list. */
const ROWS_MAX = 10;
/** Questions of one topic of care that are listed, newest first. */
const CARED_MAX = 50;

/** What the sources leave open in some dates, of all logs or of those that got care on one topic. */
export interface LogCoverage {
  /** Logs of the dates. */
  all: number;
  /** How many of them got care on each topic, those with most first. */
  topics: { topic: string; count: number }[];
  weak: WeakQuestion[];
  repeated: AskedQuestion[];
  /** The newest that got care on the topic; none without one. */
  cared: { address: string; prompt: string }[];
  /** Ids, or names, of the sources that the logs of the dates used. */
  used: readonly string[];
}

export function coverLogs(logs: readonly TimedLog[], topic: string | null): LogCoverage {
  const shown = filterByCare(logs, topic);
  const cared = topic === null ? [] : shown.slice(0, CARED_MAX);
  return {
    all: logs.length,
    topics: countCare(logs),
    weak: findWeakQuestions(shown),
    repeated: findRepeatedQuestions(shown),
    cared: cared.map(({ address, log }) => ({ address, prompt: log.prompt })),
    used: topic === null ? listUsed(logs) : [],
  };
}

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

function countCare(logs: readonly TimedLog[]): { topic: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { log } of logs) {
    for (const topic of log.care ?? []) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  }
  return orderTopics([...counts].map(([topic, count]) => ({ topic, count })));
}

export function orderTopics(topics: LogCoverage['topics']): LogCoverage['topics'] {
  return topics.toSorted((a, b) => b.count - a.count || a.topic.localeCompare(b.topic));
}

/** The logs that got care on a topic; all of them without one. */
function filterByCare(logs: readonly TimedLog[], topic: string | null): readonly TimedLog[] {
  return topic === null ? logs : logs.filter(({ log }) => log.care?.includes(topic));
}

/**
 * Questions for which nothing or nothing near was found or quoted, those asked most often first; without those
 * that were answered well.
 */
export function findWeakQuestions(logs: readonly TimedLog[]): WeakQuestion[] {
  const weak = withoutHelpful(logs).filter(({ log }) => isWeaklySourced(log));
  const groups = Map.groupBy(weak, ({ log }) => normaliseQuestion(log.prompt));
  return rank(
    [...groups.values()].flatMap((group) => {
      const [newest] = group;
      if (newest === undefined) return [];
      const { log } = newest;
      return [{ prompt: log.prompt, similarity: bestSimilarity(log), count: group.length }];
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
    if (!hasPrompt(log)) continue;
    const key = normaliseQuestion(log.prompt);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { prompt: log.prompt, count: 1 });
    else known.count += 1;
  }
  return rank([...groups.values()].filter(({ count }) => count > 1));
}

/** Sources that no log names, by id or, those of logs that were kept without ids, by name. */
export function findUnusedSources(
  used: readonly string[],
  sources: readonly KnownSource[],
): KnownSource[] {
  const known = new Set(used);
  return sources.filter(({ id, name }) => !known.has(id) && !known.has(name));
}

export function listUsed(logs: readonly TimedLog[]): string[] {
  const used = new Set<string>();
  for (const { log } of logs) for (const match of log.matches) used.add(nameUsed(match));
  return [...used];
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

/** The most frequent ones; those as frequent stay in their order, newest first. */
function rank<Question extends AskedQuestion>(questions: Question[]): Question[] {
  return questions.toSorted((a, b) => b.count - a.count).slice(0, ROWS_MAX);
}
