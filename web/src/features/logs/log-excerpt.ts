import { CITATION_MARK } from '@pathway/contract/log-digest';

const MARKS = new RegExp(` ?${CITATION_MARK.source}`, 'g');
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
  const firstMark = CITATION_MARK.exec(answer)?.index ?? 0;
  const gap = answer.lastIndexOf('\n\n', firstMark);
  const plain = toPlain(answer.slice(gap + 1));
  return plain === '' ? answer : plain;
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
