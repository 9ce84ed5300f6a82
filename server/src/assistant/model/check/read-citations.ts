const BRACKET = /\s*\\?[[【]\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*\\?[\]】]/g;
const RANGE = /^(\d+)\s*[–-]\s*(\d+)$/;
/** A longer range cites nothing in particular. */
const RANGE_MAX = 4;

/** A sentence without its citation marks, and the passages it names, in order, each once. */
export interface CitedText {
  text: string;
  numbers: number[];
}

/** Reads `[1]`, `[1, 2]`, `[1-3]` and `【1】`. A range of more than four is read as its two ends. */
export function readCitations(sentence: string): CitedText {
  const numbers = new Set<number>();
  const text = sentence.replaceAll(BRACKET, (_mark, list: string) => {
    for (const entry of list.split(/[,;]/)) for (const n of readRange(entry.trim())) numbers.add(n);
    return '';
  });
  return { text: text.trim(), numbers: [...numbers] };
}

function readRange(entry: string): number[] {
  const range = RANGE.exec(entry);
  if (range === null) return [Number(entry)];
  const [from, to] = [Number(range[1]), Number(range[2])];
  if (to < from || to - from >= RANGE_MAX) return [from, to];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
