import { splitSentences } from '../../knowledge/split/split-sentences.ts';

/** A sentence, or a whole heading, of a streamed answer; `prefix` is the white space and mark before it. */
export interface Piece {
  prefix: string;
  text: string;
}

/** Cuts a stream of markdown into sentences as soon as each is complete, its citations included. */
export interface PieceReader {
  push(text: string): Piece[];
  /** What is left when the stream has ended. */
  end(): Piece[];
}

const LINE_MARK = /^[ \t]*(?:(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)[ \t]+)?/;
/** Complete ones, and the beginning of one at the end of what has come so far. */
const CITATIONS = /^(?:\[[\d,;\s–-]*\]\s*)*(?:\[[\d,;\s–-]*$)?/;

/** Without one in it, no sentence of a line under way can be complete. */
const SENTENCE_END = /\p{Sentence_Terminal}/u;

export function createPieceReader(): PieceReader {
  let buffer = '';
  /** Line breaks seen since the last piece. */
  let breaks = '';
  /** Whether a piece of the line under way has been handed out. */
  let isInsideLine = false;

  function takeLine(line: string): Piece[] {
    const { pieces } = cut(line, false);
    isInsideLine = false;
    breaks += '\n';
    return pieces;
  }

  function cut(line: string, isOpen: boolean): { pieces: Piece[]; rest: string } {
    const mark = isInsideLine ? '' : (LINE_MARK.exec(line)?.[0] ?? '');
    const body = line.slice(mark.length);
    const starts = listStarts(body);
    const complete = isOpen ? starts.slice(0, -1) : starts;
    if (complete.length === 0) return { pieces: [], rest: line };
    const pieces = complete.map((start, index) => {
      const prefix = isInsideLine ? ' ' : breaks + mark;
      isInsideLine = true;
      breaks = '';
      return { prefix, text: body.slice(start, starts[index + 1]).trim() };
    });
    return { pieces, rest: isOpen ? body.slice(starts.at(-1)) : '' };
  }

  return {
    push(text) {
      const lines = (buffer + text).split('\n');
      const open = lines.pop() ?? '';
      const whole = lines.flatMap(takeLine);
      buffer = open;
      if (!SENTENCE_END.test(open)) return whole;
      const { pieces, rest } = cut(open, true);
      buffer = rest;
      return [...whole, ...pieces];
    },
    end() {
      const rest = buffer;
      buffer = '';
      return takeLine(rest);
    },
  };
}

/** Where the sentences of a line begin; citations behind a full stop belong to the sentence before. */
function listStarts(line: string): number[] {
  const starts: number[] = [];
  for (const { text, start } of splitSentences(line)) {
    const own = CITATIONS.exec(text)?.[0].length ?? 0;
    if (own === 0 || starts.length === 0) starts.push(start);
    else if (own < text.length) starts.push(start + own);
  }
  return starts;
}
