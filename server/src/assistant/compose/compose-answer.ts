import type { Source } from '@pathway/contract/chat';
import type { PassageHit, SearchResult } from '../../knowledge/search/passage.ts';
import { leadIns } from '../messages.ts';
import { chooseQuotes, type Quote } from './choose-quotes.ts';
import { citeSources } from './cite-sources.ts';
import { describeDates } from './describe-dates.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { readQuestionTypes } from './question-type.ts';
import { weighQuestion } from './question-words.ts';
import { renderQuote } from './render-quote.ts';
import { scoreUnits } from './score-units.ts';

/** So many of the best passages are read for sentences. */
const PASSAGES_READ = 5;

/** Sentences, lists and rows that answer a question, from its best passages. `bestMax` bounds them. */
export function quotePassages(
  question: string,
  { hits, terms }: SearchResult,
  bestMax?: number,
): Quote[] {
  const read: PassageHit[] = hits.slice(0, PASSAGES_READ);
  const words = weighQuestion(terms);
  return chooseQuotes(scoreUnits(read, words, readQuestionTypes(question)), words, bestMax);
}

/** What stands around the quotes. `name` is escaped markdown, or empty. */
export interface Frame {
  isCertain: boolean;
  name: string;
  now: Date;
}

/** Quotes as markdown with lead-in, citations and dates; its sources in the order of their numbers. */
export function composeAnswer(
  quotes: readonly Quote[],
  { isCertain, name, now }: Frame,
): { text: string; sources: Source[] } {
  const { body, sources, dates } = composeQuotes(quotes, now);
  const titles = new Set(sources.map(({ title }) => title));
  const [title = ''] = titles;
  const leadIn = !isCertain
    ? leadIns.closest(name)
    : titles.size === 1
      ? leadIns.oneSource(escapeMarkdown(title), name)
      : leadIns.manySources(sources.length, name);
  return { text: joinParagraphs([leadIn, body, dates]), sources };
}

/** The quotes alone, and the lines about their dates. */
export function composeQuotes(quotes: readonly Quote[], now: Date) {
  const { cited, sources } = citeSources(quotes);
  const body = cited.map((quote) => renderQuote(quote)).join('\n\n');
  return { body, sources, dates: describeDates(sources, now) };
}

/** Paragraphs of markdown; empty ones are left out. */
export function joinParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}
