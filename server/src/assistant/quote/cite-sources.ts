import type { Source } from '@pathway/contract/chat';
import type { Passage } from '../../knowledge/search/passage.ts';
import type { Texts } from '../domain.ts';
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

/** A page by its number from 1 and its printed label; nulls in a source without pages. */
interface Page {
  page: number | null;
  pageLabel: string | null;
}

/** The page on which the text stands that begins at `start` of the passage, in UTF-16 units. */
function locatePage({ page, pageLabel, pageTurns = [] }: Passage, start: number): Page {
  return pageTurns.findLast((turn) => turn.start <= start) ?? { page, pageLabel };
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A source older than this is called old. */
const OLD_AFTER_MS = 365 * 24 * 60 * 60 * 1_000;

/** Who stands behind an answer, and as of when. */
interface Origin {
  authority: string;
  /** The same as a link to the source's own address, where it has one. */
  link: string;
  isOfficial: boolean;
  asOf: string | null;
}
type DatedOrigin = Origin & { asOf: string };

/** Sources further apart than this may state different rules. */
const APART_MS = 90 * 24 * 60 * 60 * 1_000;

/**
 * The lines under an answer: as of when each source speaks and where to confirm it, as a link, and, when their
 * dates lie more than 90 days apart, which one counts. Empty without sources.
 */
export function describeDates(
  sources: readonly Source[],
  { now, texts }: { now: Date; texts: Texts },
): string {
  const origins = listOrigins(sources);
  const dated = origins
    .filter((origin): origin is DatedOrigin => origin.asOf !== null)
    .toSorted((a, b) => b.asOf.localeCompare(a.asOf));
  const dates = dated.map(({ asOf, link }) => {
    const isOld = now.getTime() - Date.parse(asOf) > OLD_AFTER_MS;
    const note = isOld ? texts.as_of_old : texts.as_of;
    return note({ month: formatMonth(asOf), authority: link });
  });
  const undated = origins.filter(({ asOf }) => asOf === null);
  dates.push(...undated.map(({ link }) => texts.undated({ authority: link })));
  const lines = [[...new Set(dates)].join(' '), describeConflict(dated, texts)];
  return lines.flatMap((line) => (line === '' ? [] : `*${line}*`)).join('\n\n');
}

/** `dated` newest first. A source without an authority never outranks one that has one. */
function describeConflict(dated: readonly DatedOrigin[], texts: Texts): string {
  const newest = dated.find(({ isOfficial }) => isOfficial) ?? dated[0];
  const oldest = dated.at(-1);
  if (newest === undefined || oldest === undefined) return '';
  if (Date.parse(newest.asOf) - Date.parse(oldest.asOf) <= APART_MS) return '';
  return texts.dates_differ({
    oldest: formatMonth(oldest.asOf),
    newest: formatMonth(newest.asOf),
    authority: newest.authority,
  });
}

function listOrigins(sources: readonly Source[]): Origin[] {
  const origins = new Map<string, Origin>();
  for (const { title, url, authority, as_of } of sources) {
    const name = escapeMarkdown(authority || hostOf(url) || title).replaceAll('; ', ', ');
    const key = `${name} ${as_of ?? ''}`;
    if (!origins.has(key)) {
      origins.set(key, {
        authority: name,
        link: linkTo(name, url),
        isOfficial: Boolean(authority),
        asOf: as_of ?? null,
      });
    }
  }
  return [...origins.values()];
}

/** The name as a link to the address at which the source says to confirm it. */
function linkTo(name: string, address: string | null | undefined): string {
  const url = address ? URL.parse(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return name;
  return `[${name}](${url.href.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

function hostOf(url: string | null | undefined): string | null {
  return url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;
}

/** `2026-06-13` as `June 2026`. */
function formatMonth(date: string): string {
  const parsed = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime())) return date;
  return MONTH.format(parsed);
}
