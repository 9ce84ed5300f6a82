const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** After these a full stop ends no sentence; nor after a single capital, which is an initial. */
const ABBREVIATION =
  /(?:^|[\s("'“‘[])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Rev|Hon|Gov|Sen|Rep|Gen|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Sec|Art|Ch|Vol|No|Nos|Fig|Eq|pp?|par|al|cf|vs|v|ca|approx|est|dept|ext|Inc|Ltd|Co|Corp|U\.S|e\.g|i\.e|a\.m|p\.m)\.\s*$/u;

/** What numbers an item of a list, which alone says nothing. */
const LIST_NUMBER = /^\s*\d{1,3}[.)]\s*$/;

/** A sentence and where it begins in the text. */
export interface Sentence {
  text: string;
  start: number;
}

/** Sentences of a text in order, trimmed. Lines are boundaries; the full stop of an abbreviation or of an item's number is none. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    // One by one: a file may be a single line of a hundred thousand sentences.
    for (const sentence of splitLine(line, lineStart)) sentences.push(sentence);
    lineStart += line.length + 1;
  }
  return sentences;
}

/** After an abbreviation, after the number of an item, and where a sign of the sentence's end stands in an address. */
function goesOn(before: string, after: string): boolean {
  return (
    [ABBREVIATION, LIST_NUMBER].some((pattern) => pattern.test(before)) ||
    (/[.?!]$/.test(before) && /^[\p{Ll}\p{N}&=/#%]/u.test(after))
  );
}

function splitLine(line: string, offset: number): Sentence[] {
  const joined: { segment: string; start: number }[] = [];
  for (const { segment, index } of segmenter.segment(line)) {
    const last = joined.at(-1);
    if (last !== undefined && goesOn(last.segment, segment)) last.segment += segment;
    else joined.push({ segment, start: index });
  }
  return joined
    .map(({ segment, start }) => ({
      text: segment.trim(),
      start: offset + start + (segment.length - segment.trimStart().length),
    }))
    .filter((sentence) => sentence.text !== '');
}
