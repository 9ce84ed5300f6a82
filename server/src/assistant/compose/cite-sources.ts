import type { Source } from '@pathway/contract/chat';
import type { Passage } from '../../knowledge/search/passage.ts';
import type { Quote } from './choose-quotes.ts';
import { locatePage } from './locate-page.ts';

/** Longest excerpt of a source, in UTF-16 units. */
const EXCERPT_MAX_LENGTH = 1_200;

/** A quote with the number of its source. */
export interface CitedQuote extends Quote {
  n: number;
}

/** Numbers the quoted passages from 1 in order of first use and describes each as a source. */
export function citeSources(quotes: readonly Quote[]): { cited: CitedQuote[]; sources: Source[] } {
  const byPassage = Map.groupBy(quotes, ({ passage }) => passage.id);
  const numbers = new Map([...byPassage.keys()].map((id, index) => [id, index + 1]));
  const cited = quotes.map((quote) => ({ ...quote, n: numbers.get(quote.passage.id) ?? 0 }));
  const sources = [...byPassage.values()].flatMap((own, index) => {
    const passage = own[0]?.passage;
    return passage === undefined ? [] : [describeSource(passage, own, index + 1)];
  });
  return { cited, sources };
}

function describeSource(passage: Passage, quotes: readonly Quote[], n: number): Source {
  const units = quotes.flatMap((quote) => quote.units);
  const starts = units.map(({ start }) => start);
  const first = locatePage(passage, starts.length === 0 ? 0 : Math.min(...starts));
  const last = locatePage(passage, Math.max(0, ...starts));
  return {
    n,
    title: passage.source.title,
    kind: passage.source.kind,
    excerpt: cutExcerpt(passage.text, units[0]?.start ?? 0, units.at(-1)?.end ?? 0),
    page: first.page,
    page_label: first.pageLabel,
    ...(last.page !== first.page && { page_end: last.page, page_end_label: last.pageLabel }),
    heading: passage.headingPath.at(-1) ?? null,
    url: passage.source.url,
    as_of: passage.source.asOf,
    authority: passage.source.authority,
    tags: passage.source.tags,
    quotes: units.map(({ text }) => text),
  };
}

/** The passage, or the stretch around its quotes when it is too long; whole words. */
function cutExcerpt(text: string, start: number, end: number): string {
  if (text.length <= EXCERPT_MAX_LENGTH) return text;
  const room = Math.max(0, EXCERPT_MAX_LENGTH - (end - start));
  const from = Math.min(
    Math.max(0, start - Math.floor(room / 2)),
    text.length - EXCERPT_MAX_LENGTH,
  );
  const cut = text.slice(from, from + EXCERPT_MAX_LENGTH);
  const head = from === 0 ? 0 : start - from > 0 ? cut.indexOf(' ') + 1 : 0;
  const tail = from + EXCERPT_MAX_LENGTH >= text.length ? cut.length : cut.lastIndexOf(' ');
  return cut.slice(Math.min(head, Math.max(0, start - from)), Math.max(tail, end - from));
}
