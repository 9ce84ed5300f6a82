import type { Source } from '@pathway/contract/chat';
import type { Passage } from '../../knowledge/search/passage.ts';
import type { Domain } from '../domain.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import type { Quote } from './text-unit.ts';

/** Longest excerpt of a source, in UTF-16 units. */
const EXCERPT_MAX_LENGTH = 1_200;

/** A quote with the number of its source. */
interface CitedQuote extends Quote {
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
    // An answer may begin with what stands further down.
    excerpt: cutExcerpt(
      passage.text,
      starts.length === 0 ? 0 : Math.min(...starts),
      Math.max(0, ...units.map(({ end }) => end)),
    ),
    page: first.page,
    page_label: first.pageLabel,
    ...(last.page !== first.page && { page_end: last.page, page_end_label: last.pageLabel }),
    heading: passage.headingPath.at(-1) ?? null,
    url: passage.source.url,
    as_of: passage.source.asOf,
    authority: passage.source.authority,
    tags: passage.source.tags,
    quotes: units.map(({ text }) => text),
    ...(passage.confidence !== null && { recognised: true }),
    // What has an address is read there.
    ...(passage.source.kind === 'document' &&
      passage.source.url === null && {
        original: { id: passage.source.id, passage: passage.ordinal },
      }),
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

/** A page by its number from 1 and its printed label; nulls in a source without pages. */
interface Page {
  page: number | null;
  pageLabel: string | null;
}

/** The page on which the text stands that begins at `start` of the passage, in UTF-16 units. */
function locatePage({ page, pageLabel, pageTurns = [] }: Passage, start: number): Page {
  return pageTurns.findLast((turn) => turn.start <= start) ?? { page, pageLabel };
}

/** Who stands behind a source, and as of when. */
interface Origin {
  authority: string;
  isOfficial: boolean;
  asOf: string;
}

/** Sources further apart than this may state different rules. */
const APART_MS = 90 * 24 * 60 * 60 * 1_000;

/**
 * A line for sources whose dates lie more than 90 days apart: which one counts where they disagree. A source
 * without an authority never outranks one that has one. Empty where they cannot disagree.
 */
export function describeConflict(
  sources: readonly Source[],
  { texts, language }: Pick<Domain, 'texts' | 'language'>,
): string {
  const dated = listOrigins(sources).toSorted((a, b) => b.asOf.localeCompare(a.asOf));
  const newest = dated.find(({ isOfficial }) => isOfficial) ?? dated[0];
  const oldest = dated.at(-1);
  if (newest === undefined || oldest === undefined) return '';
  if (Date.parse(newest.asOf) - Date.parse(oldest.asOf) <= APART_MS) return '';
  const line = texts.dates_differ({
    oldest: formatMonth(oldest.asOf, language),
    newest: formatMonth(newest.asOf, language),
    authority: newest.authority,
  });
  return `*${line}*`;
}

function listOrigins(sources: readonly Source[]): Origin[] {
  return sources.flatMap(({ title, url, authority, as_of }) => {
    if (!as_of) return [];
    const name = escapeMarkdown(authority || hostOf(url) || title).replaceAll('; ', ', ');
    return [{ authority: name, isOfficial: Boolean(authority), asOf: as_of }];
  });
}

function hostOf(url: string | null | undefined): string | null {
  return url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;
}

/** `2026-06-13` as `June 2026`, or `junio de 2026` in Spanish. */
function formatMonth(date: string, language: string): string {
  const parsed = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime())) return date;
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, format).format(parsed);
}
