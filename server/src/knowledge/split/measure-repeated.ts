import { splitSentences } from './split-sentences.ts';

/**
 * How many UTF-16 units at the beginning of a passage only repeat the one before it: a passage begins with the
 * last sentence of that one, or with the line that leads in its list; 0 where it repeats nothing.
 */
export function measureRepeated(before: string, text: string): number {
  const [first] = splitSentences(text);
  if (first === undefined || !before.includes(first.text)) return 0;
  const end = first.start + first.text.length;
  return end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
}
