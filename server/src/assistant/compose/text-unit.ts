import { splitSentences } from '../../knowledge/split/split-sentences.ts';

/** The smallest piece of a passage that an answer quotes. `text` stands word for word in the passage. */
export interface TextUnit {
  kind: 'sentence' | 'item' | 'row';
  /** A sentence, a list item without its mark, or a table row. */
  text: string;
  /** Number of a numbered list item. */
  number: number | null;
  /** The line on which it stands, from 0; sentences of one line are one paragraph. */
  line: number;
  /** Place in the passage's text, in UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
}

type UnitOfLine = Omit<TextUnit, 'line'>;

const LIST_MARK = /^\s*(?:[-*+•‣·▪–]|(\d{1,3})[.)])\s+/;
const CELL_SEPARATOR = ' | ';
/** A sentence of so few words (`No.`, `Usually yes.`) is quoted only with the one after it. */
const SHORT_SENTENCE_WORDS = 3;

/** A passage's text as sentences, list items and table rows, in order. */
export function readTextUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  let offset = 0;
  for (const [index, line] of text.split('\n').entries()) {
    units.push(...readLine(line, offset).map((unit) => ({ ...unit, line: index })));
    offset += line.length + 1;
  }
  return units;
}

/** True for list items and table rows, which stand together with their kind. */
export function isListed(unit: TextUnit): boolean {
  return unit.kind !== 'sentence';
}

function readLine(line: string, offset: number): UnitOfLine[] {
  if (line.trim() === '') return [];
  const mark = LIST_MARK.exec(line);
  if (mark !== null) {
    const start = offset + mark[0].length;
    const text = line.slice(mark[0].length).trimEnd();
    const number = mark[1] === undefined ? null : Number(mark[1]);
    return text === '' ? [] : [{ kind: 'item', text, number, start, end: start + text.length }];
  }
  if (line.includes(CELL_SEPARATOR)) {
    const start = offset + (line.length - line.trimStart().length);
    const text = line.trim();
    return [{ kind: 'row', text, number: null, start, end: start + text.length }];
  }
  return joinShortSentences(line, offset);
}

function joinShortSentences(line: string, offset: number): UnitOfLine[] {
  const units: UnitOfLine[] = [];
  for (const { text, start } of splitSentences(line)) {
    const last = units.at(-1);
    const end = start + text.length;
    if (last !== undefined && last.text.split(/\s+/).length <= SHORT_SENTENCE_WORDS) {
      last.text = line.slice(last.start - offset, end);
      last.end = offset + end;
    } else {
      units.push({
        kind: 'sentence',
        text,
        number: null,
        start: offset + start,
        end: offset + end,
      });
    }
  }
  return units;
}
