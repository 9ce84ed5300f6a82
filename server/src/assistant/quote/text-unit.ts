import type { Passage } from '../../knowledge/search/passage.ts';
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
  /** Offsets in the passage's text, in UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
}

/** Neighbouring pieces of one passage, in their order. */
export interface Quote {
  passage: Passage;
  units: TextUnit[];
  /** Shown before them: the heading that they answer with `Yes` or `No`. */
  heading?: string;
}

type UnitOfLine = Omit<TextUnit, 'line'>;

const LIST_MARK = /^\s*(?:[-*+•‣·▪–]|(\d{1,3})[.)])\s+/;
const CELL_SEPARATOR = ' | ';
/** A sentence of at most this many words (`No.`, `Usually yes.`) is quoted only with the one after it. */
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
export function isListed(unit: TextUnit | undefined): boolean {
  return unit !== undefined && unit.kind !== 'sentence';
}

export function countWords(text: string): number {
  return text.split(/\s+/).length;
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
    if (last !== undefined && countWords(last.text) <= SHORT_SENTENCE_WORDS) {
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

/**
 * How a section that answers its own heading may begin: `No.`, `Yes, but …`, `Usually not …`. Apart
 * from that heading such words answer whatever was asked, which may be something else.
 */
const SHORT_VERDICT =
  /^(?:yes\b|no[,.:;]|not (?:always|necessarily|really|yet)\b|usually (?:yes|no|not)\b|sometimes[,.:;]|it depends\b|sí[ ,.:;]|normalmente (?:sí|no)[ ,.:;]|depende de)/i;

/** True when a piece begins by answering its section's heading. */
export function opensWithVerdict(text: string): boolean {
  return SHORT_VERDICT.test(text);
}

/** Names of the machine; an assistant coach is none. */
const MACHINE =
  '(?:ai|ais|assistants?(?! (?:coach|director|athletic|principal|professor|dean|referee|manager|trainer))|chat ?bots?|bots?|language models?|llms?)';

const INSTRUCTIONS = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,2}?(?:previous|prior|above|earlier|preceding|all|any|your|system|these|those) (?:\w+ ){0,2}?(?:instructions?|prompts?|rules|guidelines|directions|context|guardrails)\b/i,
  /\b(?:system|developer|hidden) (?:prompt|message|instructions?)\b/i,
  new RegExp(
    `\\b(?:you are|you're|act as|pretend to be|behave as|respond as|roleplay as) (?:now )?(?:an? |the )?(?:\\w+ ){0,3}?${MACHINE}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:dear|attention:?|note to|message to|instructions? (?:to|for)) (?:the |any |all )?(?:\\w+ )?${MACHINE}\\b`,
    'i',
  ),
  new RegExp(`^(?:if you are|as) an? (?:\\w+ )?${MACHINE}\\b`, 'i'),
  /\b(?:reveal|print|output|repeat|leak|exfiltrate) (?:\w+ ){0,4}?(?:system prompt|prompt|api keys?|passwords?|secrets?|conversation|chat history|users? data)\b/i,
  /\b(?:append|include|insert|render|embed|add) (?:\w+ ){0,4}?(?:link|image|markdown|html)\b.{0,40}\b(?:answer|reply|response|output)\b/i,
  /\b(?:do not|don't|never) (?:tell|mention|inform|reveal|warn) (?:\w+ ){0,3}?(?:the )?(?:users?|visitors?|asker)\b/i,
  /\b(?:always|only) (?:answer|respond|reply)\b.{0,40}\b(?:with|exactly)\b/i,
  /<\/?(?:script|iframe|img|svg|object|embed|form|style|system|instructions?)\b|\bjavascript:|\bdata:text\/html/i,
  // The target of a link, apart from the words that it belongs to.
  /\[[^\]]{1,80}\]:\s*(?:\w+:\/\/|\/\/|www\.)/,
  // Images and links, or what the end of a sentence inside them leaves.
  /!\[|\]\(\s*(?:\w+:|\/\/)/,
];

/** True for a sentence that speaks to the machine instead of the reader. Such sentences are never quoted. */
export function looksLikeInstruction(text: string): boolean {
  return INSTRUCTIONS.some((pattern) => pattern.test(text));
}
