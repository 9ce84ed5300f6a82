import { splitSentences } from './split-sentences.ts';

/** A heading, paragraph, list or table, in reading order. */
export interface TextBlock {
  kind: 'heading' | 'paragraph' | 'list' | 'table';
  /** Depth of a heading, from 1. */
  level?: number;
  /** Plain text. Lists and tables have one item or row per line. */
  text: string;
  /** Physical page from 1, and the label printed on it, for sources with pages. */
  page?: number;
  pageLabel?: string;
}

/** Where a further page begins inside a passage's text, in UTF-16 units, and which. */
export interface PageTurn {
  start: number;
  page: number;
  pageLabel: string | null;
}

/** A passage before it is stored. `ordinal` counts from 0 through the document. */
export interface PassageDraft {
  ordinal: number;
  headingPath: string[];
  page: number | null;
  pageLabel: string | null;
  /** Where its text is on another page than `page`, in order; absent when it stands on one. */
  pageTurns?: PageTurn[];
  url: string | null;
  text: string;
  /** How sure recognition is of it, from 0 to 100; absent for text that the file itself holds. */
  confidence?: number;
}

/** Words a passage aims at. Measured: evidence is found best at 150 or less, and 150 reads better than 80. */
const PASSAGE_WORDS = 150;
/** A sentence longer than this is cut, so that a text without full stops still becomes passages. */
const MAX_SENTENCE_WORDS = 300;
/** An overlapping sentence longer than this is not repeated. */
const MAX_OVERLAP_WORDS = 50;

interface Section {
  headingPath: string[];
  /** Of its heading. */
  page?: Pick<TextBlock, 'page' | 'pageLabel'>;
  blocks: TextBlock[];
}

interface Piece {
  text: string;
  words: number;
  page: number | null;
  pageLabel: string | null;
  /** What parts it from the piece before it: a line's end where a paragraph, item or row begins; nothing where the text has nothing. */
  gap: '\n' | ' ' | '';
  /** The line that leads in the list that it is an item of: repeated where the list is cut. */
  leadIn: Piece | undefined;
}

/**
 * Cuts a document into passages of about 150 words: whole sentences, under one heading, each passage
 * beginning with the last sentence of the one before it, or with the line that leads in the list it goes on with.
 */
export function splitDocument(document: { blocks: readonly TextBlock[] }): PassageDraft[] {
  const drafts: PassageDraft[] = [];
  for (const { headingPath, blocks } of splitSections(document.blocks)) {
    for (const pieces of groupPieces(toPieces(blocks))) {
      drafts.push({ ordinal: drafts.length, headingPath, url: null, ...pieces });
    }
  }
  return drafts;
}

function splitSections(blocks: readonly TextBlock[]): Section[] {
  const path: { level: number; text: string }[] = [];
  let section: Section = { headingPath: [], blocks: [] };
  const sections = [section];
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      section.blocks.push(block);
      continue;
    }
    const level = block.level ?? 1;
    while ((path.at(-1)?.level ?? 0) >= level) path.pop();
    path.push({ level, text: block.text });
    section = { headingPath: path.map(({ text }) => text), page: pageOf(block), blocks: [] };
    sections.push(section);
  }
  return keepLoneHeadings(sections);
}

function pageOf({ page, pageLabel }: TextBlock): Pick<TextBlock, 'page' | 'pageLabel'> {
  return {
    ...(page === undefined ? {} : { page }),
    ...(pageLabel === undefined ? {} : { pageLabel }),
  };
}

/**
 * Sections with a body. A heading without one that no deeper heading follows would be gone: such headings
 * in a row become a paragraph where they stand.
 */
function keepLoneHeadings(sections: readonly Section[]): Section[] {
  const kept: Section[] = [];
  let lone: Section | undefined;
  for (const [index, section] of sections.entries()) {
    const depth = section.headingPath.length;
    const next = sections[index + 1]?.headingPath ?? [];
    const text = section.headingPath.at(-1);
    if (section.blocks.length > 0) {
      kept.push(section);
      lone = undefined;
    } else if (text !== undefined && next.length <= depth) {
      const headingPath = section.headingPath.slice(0, -1);
      const isSame = lone?.headingPath.join('\n') === headingPath.join('\n');
      if (lone === undefined || !isSame) kept.push((lone = { headingPath, blocks: [] }));
      lone.blocks.push({ kind: 'paragraph', text, ...section.page });
    }
  }
  return kept;
}

/** Sentences of a section, each with the page on which it begins; one may run on into the next block. */
function toPieces(blocks: readonly TextBlock[]): Piece[] {
  let text = '';
  const starts: { start: number; block: TextBlock }[] = [];
  for (const block of blocks) {
    if (text !== '') text += runsOn(text, block) ? ' ' : '\n';
    starts.push({ start: text.length, block });
    text += block.text;
  }
  const pieces: Piece[] = [];
  let current = -1;
  let leadIn: Piece | undefined;
  for (const sentence of splitSentences(text)) {
    const last = current;
    while ((starts[current + 1]?.start ?? Infinity) <= sentence.start) current++;
    const block = starts[current]?.block;
    if (current !== last) leadIn = block?.kind === 'list' ? findLeadIn(pieces) : undefined;
    const before = text[sentence.start - 1] ?? '\n';
    const gap = before === '\n' ? '\n' : /\s/.test(before) ? ' ' : '';
    for (const [index, part] of cutLongSentence(sentence.text).entries()) {
      pieces.push({
        text: part,
        words: countWords(part),
        page: block?.page ?? null,
        pageLabel: block?.pageLabel ?? null,
        gap: index === 0 ? gap : ' ',
        leadIn,
      });
    }
  }
  return pieces;
}

/** What stands before a list leads it in when it ends in a colon. */
function findLeadIn(before: readonly Piece[]): Piece | undefined {
  const last = before.at(-1);
  return last?.text.endsWith(':') ? last : undefined;
}

/** A sentence cut by a page or column goes on in a paragraph that begins with a small letter. */
function runsOn(text: string, next: TextBlock): boolean {
  return (
    next.kind === 'paragraph' && !/[.!?:;]["'”’)\]]*$/.test(text) && /^\p{Ll}/u.test(next.text)
  );
}

function countWords(text: string): number {
  return text.split(/\s+/).length;
}

function cutLongSentence(text: string): string[] {
  const words = text.split(/\s+/);
  if (words.length <= MAX_SENTENCE_WORDS) return [text];
  const parts: string[] = [];
  for (let start = 0; start < words.length; start += PASSAGE_WORDS) {
    parts.push(words.slice(start, start + PASSAGE_WORDS).join(' '));
  }
  return parts;
}

function groupPieces(
  pieces: readonly Piece[],
): Pick<PassageDraft, 'text' | 'page' | 'pageLabel' | 'pageTurns'>[] {
  const groups: { own: Piece[]; overlap: Piece | undefined }[] = [];
  let words = 0;
  for (const piece of pieces) {
    const group = groups.at(-1);
    if (group === undefined || (words + piece.words > PASSAGE_WORDS && group.own.length > 0)) {
      const last = group === undefined ? undefined : (piece.leadIn ?? group.own.at(-1));
      const overlap = last !== undefined && last.words <= MAX_OVERLAP_WORDS ? last : undefined;
      groups.push({ own: [piece], overlap });
      words = piece.words + (overlap?.words ?? 0);
    } else {
      group.own.push(piece);
      words += piece.words;
    }
  }
  return groups.map(({ own, overlap }) => {
    const page = own[0]?.page ?? null;
    const pageLabel = own[0]?.pageLabel ?? null;
    return {
      ...joinPieces(overlap === undefined ? own : [overlap, ...own], page),
      page,
      pageLabel,
    };
  });
}

/** Pieces as one text, and where it is on another page than the one it is filed under. */
function joinPieces(
  pieces: readonly Piece[],
  filedUnder: number | null,
): Pick<PassageDraft, 'text' | 'pageTurns'> {
  let text = '';
  const pageTurns: PageTurn[] = [];
  for (const { page, pageLabel, ...piece } of pieces) {
    if (text !== '') text += piece.gap;
    if (page !== null && page !== (pageTurns.at(-1)?.page ?? filedUnder)) {
      pageTurns.push({ start: text.length, page, pageLabel });
    }
    text += piece.text;
  }
  return pageTurns.length === 0 ? { text } : { text, pageTurns };
}
