interface PassagePart {
  readonly text: string;
  readonly isQuoted: boolean;
}

const escapeForRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The quote as a pattern that reads any run of white space as one space. */
function patternOf(quote: string): RegExp | null {
  const words = quote.split(/\s+/).filter((word) => word !== '');
  return words.length === 0 ? null : new RegExp(words.map(escapeForRegExp).join('\\s+'), 'g');
}

/** The passage in order, cut where a quoted sentence begins or ends; quotes not found are left out. */
export function markQuotes(passage: string, quotes: readonly string[]): PassagePart[] {
  const isQuoted = new Uint8Array(passage.length);
  for (const quote of quotes) {
    const pattern = patternOf(quote);
    if (pattern === null) continue;
    for (const match of passage.matchAll(pattern)) {
      isQuoted.fill(1, match.index, match.index + match[0].length);
    }
  }
  const parts: PassagePart[] = [];
  let start = 0;
  for (let end = 1; end <= passage.length; end += 1) {
    if (end < passage.length && isQuoted[end] === isQuoted[start]) continue;
    parts.push({ text: passage.slice(start, end), isQuoted: isQuoted[start] === 1 });
    start = end;
  }
  return parts;
}
