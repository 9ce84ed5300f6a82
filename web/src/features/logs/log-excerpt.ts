/** A mark that cites a source, such as `[1]` or `[2, 3]`. */
const MARK = /\[\d{1,3}(?:, ?\d{1,3})*\]/;
const MARKS = new RegExp(` ?${MARK.source}`, 'g');
/** What begins a heading, a quote or an item of a list. */
const LINE_MARKS = /^[ \t]*(?:(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+)+/gm;
const EMPHASIS = /(?<!\\)\*{1,3}(?=\S)([^*\n]+)(?<!\\)\*{1,3}/g;
const TABLE_RULE = /^\|[ |:-]+\|\n/gm;
const TABLE_EDGES = /^\| | \|$/gm;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/**
 * What some lines of a table tell of an answer, as plain text: from its first quote on, which begins the
 * paragraph that its mark ends, or from the beginning where nothing is cited.
 */
export function excerptOf(answer: string): string {
  const firstMark = MARK.exec(answer)?.index ?? 0;
  const gap = answer.lastIndexOf('\n\n', firstMark);
  const plain = toPlain(answer.slice(gap + 1));
  return plain === '' ? answer : plain;
}

/** Whether an answer cites anything. */
export function citesSources(answer: string): boolean {
  return MARK.test(answer);
}

function toPlain(markdown: string): string {
  return markdown
    .replace(TABLE_RULE, '')
    .replace(TABLE_EDGES, '')
    .replace(LINE_MARKS, '')
    .replace(EMPHASIS, '$1')
    .replace(MARKS, '')
    .replace(ESCAPED, '$1')
    .trim();
}
