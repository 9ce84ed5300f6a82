import type { Source } from '@pathway/contract/chat';
import { listSections, type Section } from '../../knowledge/search/list-sections.ts';
import type { SearchResult } from '../../knowledge/search/passage.ts';
import { loadRankingWeights } from '../../knowledge/search/ranking-weights.ts';
import type { Domain, Words } from '../domain.ts';
import { chooseQuotes } from './choose-quotes.ts';
import { citeSources, describeConflict } from './cite-sources.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { readAsked, scoreUnits } from './score-units.ts';
import type { Quote, TextUnit } from './text-unit.ts';

/**
 * Sentences, lists and rows of the likeliest section, or of the given `sections`, which share the room of one
 * answer. Of the section `beside` them less is quoted, under its heading.
 */
export function quotePassages(
  { hits, terms }: Pick<SearchResult, 'hits' | 'terms'>,
  { words, sections, beside }: { words: Words; sections?: readonly Section[]; beside?: Section },
): Quote[] {
  const asked = readAsked(terms, words);
  const { composing, beside: less } = loadRankingWeights();
  const quote = (section: Section, maxWords: number) =>
    chooseQuotes(scoreUnits(section, asked), composing, {
      maxWords,
      enoughWords: Math.min(composing.enoughWords, maxWords),
    });
  const quoted = sections ?? listSections(hits).slice(0, 1);
  return [
    ...quoted.flatMap((section) => quote(section, composing.maxWords / quoted.length)),
    ...(beside === undefined ? [] : showHeading(quote(beside, less.maxWords))),
  ];
}

/** Quotes of one section, which first say the question that it answers. */
function showHeading([first, ...rest]: readonly Quote[]): Quote[] {
  if (first === undefined) return [];
  const heading = first.passage.headingPath.at(-1);
  return [{ ...first, ...(heading !== undefined && { heading }) }, ...rest];
}

/** What is said around quotes, in the language of the answer. */
type Said = Pick<Domain, 'texts' | 'language'>;

/** What stands around the quotes. `name` is escaped markdown, or empty. */
interface Frame {
  isCertain: boolean;
  /** Sources of two questions say different things, and cannot disagree. */
  asksTwo: boolean;
  name: string;
  domain: Said;
}

/** Quotes as markdown with citations and what has to be said around them; its sources by their numbers. */
export function renderAnswer(
  quotes: readonly Quote[],
  { isCertain, asksTwo, name, domain }: Frame,
): { text: string; sources: Source[] } {
  const { texts } = domain;
  const { cited, sources } = citeSources(quotes);
  const address = name === '' ? '' : texts.addressed({ name });
  const leadIn = isCertain ? address : texts.closest(name, {});
  const body = cited.map((quote) => renderQuote(quote));
  const conflict = asksTwo ? '' : describeConflict(sources, domain);
  return { text: joinParagraphs([leadIn, ...body, conflict]), sources };
}

/** Paragraphs of markdown; empty ones are left out. */
export function joinParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

/**
 * Neighbouring pieces as markdown, ending with the citation: sentences as prose, items as a list,
 * rows as a table (or as a list when their columns differ). A table's citation stands in its last cell.
 * The heading they answer, if it is to be shown, stands before them in bold.
 */
export function renderQuote({
  units,
  n,
  heading,
}: {
  units: readonly TextUnit[];
  n: number;
  heading?: string;
}): string {
  const blocks: { kind: TextUnit['kind']; units: TextUnit[] }[] = [];
  for (const unit of units) {
    const last = blocks.at(-1);
    if (last?.kind === unit.kind) last.units.push(unit);
    else blocks.push({ kind: unit.kind, units: [unit] });
  }
  const citation = `[${n}]`;
  const body = blocks
    .map((block, index) => renderBlock(block, index === blocks.length - 1 ? citation : null))
    .join('\n\n');
  return heading === undefined ? body : `**${escapeMarkdown(heading)}** ${body}`;
}

function renderBlock(
  { kind, units }: { kind: TextUnit['kind']; units: TextUnit[] },
  citation: string | null,
): string {
  const end = citation === null ? '' : ` ${citation}`;
  if (kind === 'sentence') return units.map(({ text }) => escapeMarkdown(text)).join(' ') + end;
  const table = kind === 'row' && units.length >= ROWS_MIN ? renderTable(units, end) : null;
  if (table !== null) return table;
  return units
    .map((unit, index) => renderItem(unit, index === units.length - 1 ? end : ''))
    .join('\n');
}

function renderItem({ kind, text, number }: TextUnit, end: string): string {
  const line = kind === 'row' ? text.replaceAll(' | ', '; ') : text;
  return `${number === null ? '-' : `${number}.`} ${escapeMarkdown(line)}${end}`;
}

/** Fewer rows than these need no table, which is hard to read on a phone. */
const ROWS_MIN = 3;
const CELL = /^([^:|]{1,120}): (.+)$/;

/** Rows of the form `Column: value | Column: value` as a table; null when they do not share columns. */
function renderTable(units: readonly TextUnit[], end: string): string | null {
  const rows = units.map(({ text }) => text.split(' | ').map((cell) => CELL.exec(cell.trim())));
  const header = rows[0]?.map((cell) => cell?.[1] ?? null);
  if (header === undefined || header.includes(null)) return null;
  const sameColumns = rows.every(
    (row) =>
      row.length === header.length && row.every((cell, column) => cell?.[1] === header[column]),
  );
  if (!sameColumns) return null;
  const lines = [
    header.map((name) => escapeMarkdown(name ?? '')),
    header.map(() => '---'),
    ...rows.map((row) => row.map((cell) => escapeMarkdown(cell?.[2] ?? ''))),
  ];
  const last = lines.length - 1;
  return lines
    .map((cells, index) => `| ${cells.join(' | ')}${index === last ? end : ''} |`)
    .join('\n');
}
