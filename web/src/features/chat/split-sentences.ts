/**
 * The space between two sentences, the first of which may end with citations. The next one begins
 * like no list, heading or table does.
 */
const SENTENCE_GAP = /(?<=[.!?]["'”’)\]*]*(?: ?\[[\d, ]+\])*) (?=(?:["'“‘(]|\*\*?)?\p{Lu})/gu;

/** One line of running text; what begins otherwise may be a list, a heading, a quote or code. */
const RUNNING_TEXT = /^(?:["'“‘(]|\*\*?)?\p{L}[^\n|]*$/u;

/** What opens and closes alike, alone or in a row. */
const PAIRED_MARKS = [/\*+/g, /_+/g, /~+/g, /`+/g];
const BRACKETS = [
  [/\[/g, /\]/g],
  [/\(/g, /\)/g],
  [/</g, />/g],
] as const;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Whether all that Markdown opens in a text is closed in it. */
function isClosed(text: string): boolean {
  return (
    PAIRED_MARKS.every((mark) => count(text, mark) % 2 === 0) &&
    BRACKETS.every(([open, close]) => count(text, open) === count(text, close))
  );
}

/**
 * Cuts a paragraph into sentences that can be rendered one by one, so that a growing paragraph
 * renders only its last sentence anew. Joined with a space they give the text back. Sentences within
 * one emphasis or link stay together. Null for what is no paragraph on one line.
 */
export function splitSentences(paragraph: string): string[] | null {
  if (!RUNNING_TEXT.test(paragraph)) return null;
  const sentences: string[] = [];
  let start = 0;
  for (const { index } of paragraph.matchAll(SENTENCE_GAP)) {
    const sentence = paragraph.slice(start, index);
    if (!isClosed(sentence)) continue;
    sentences.push(sentence);
    start = index + 1;
  }
  return [...sentences, paragraph.slice(start)];
}
