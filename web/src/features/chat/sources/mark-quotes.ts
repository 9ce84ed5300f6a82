interface PassagePart {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A line of a passage, in order; `isWhole` when all that it says is quoted. */
export interface PassageLine {
  readonly parts: readonly PassagePart[];
  readonly isWhole: boolean;
}

const escapeForRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The quote as a pattern that reads any run of white space as one space. */
function patternOf(quote: string): RegExp | null {
  const words = quote.split(/\s+/).filter((word) => word !== '');
  return words.length === 0 ? null : new RegExp(words.map(escapeForRegExp).join('\\s+'), 'g');
}

/**
 * The lines of a passage that say something, cut where a quoted sentence begins or ends; quotes not
 * found are left out. The space between two quotes belongs to both.
 */
export function markQuotes(passage: string, quotes: readonly string[]): PassageLine[] {
  const isQuoted = new Uint8Array(passage.length);
  for (const quote of quotes) {
    const pattern = patternOf(quote);
    if (pattern === null) continue;
    for (const match of passage.matchAll(pattern)) {
      isQuoted.fill(1, match.index, match.index + match[0].length);
    }
  }
  for (const { index, 0: space } of passage.matchAll(/\s+/g)) {
    const end = index + space.length;
    if (isQuoted[index - 1] === 1 && isQuoted[end] === 1) isQuoted.fill(1, index, end);
  }
  return Array.from(passage.matchAll(/\S.*/g), ({ index, 0: line }) => {
    const parts = cutLine(line.trimEnd(), isQuoted.subarray(index));
    return { parts, isWhole: parts.every((part) => part.isQuoted) };
  });
}

function cutLine(line: string, isQuoted: Uint8Array): PassagePart[] {
  const parts: PassagePart[] = [];
  let start = 0;
  for (let end = 1; end <= line.length; end += 1) {
    if (end < line.length && isQuoted[end] === isQuoted[start]) continue;
    parts.push({ text: line.slice(start, end), isQuoted: isQuoted[start] === 1 });
    start = end;
  }
  return parts;
}
