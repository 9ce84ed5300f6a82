import type { Source } from '@pathway/contract/chat';
import { dateNotes } from '../messages.ts';
import { escapeMarkdown } from './escape-markdown.ts';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A source older than this is called old. */
const OLD_AFTER_MS = 365 * 24 * 60 * 60 * 1_000;

/** Who stands behind an answer, and as of when. */
interface Origin {
  authority: string;
  /** The same as a link to the source's own place, where it has one. */
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
export function describeDates(sources: readonly Source[], now: Date): string {
  const origins = listOrigins(sources);
  const dated = origins
    .filter((origin): origin is DatedOrigin => origin.asOf !== null)
    .toSorted((a, b) => b.asOf.localeCompare(a.asOf));
  const dates = dated.map(({ asOf, link }) =>
    dateNotes.asOf(formatMonth(asOf), link, now.getTime() - Date.parse(asOf) > OLD_AFTER_MS),
  );
  const undated = origins.filter(({ asOf }) => asOf === null);
  dates.push(...undated.map(({ link }) => dateNotes.undated(link)));
  const lines = [[...new Set(dates)].join(' '), describeConflict(dated)];
  return lines.flatMap((line) => (line === '' ? [] : `*${line}*`)).join('\n\n');
}

/** `dated` newest first. A source without an authority never outranks one that has one. */
function describeConflict(dated: readonly DatedOrigin[]): string {
  const newest = dated.find(({ isOfficial }) => isOfficial) ?? dated[0];
  const oldest = dated.at(-1);
  if (newest === undefined || oldest === undefined) return '';
  if (Date.parse(newest.asOf) - Date.parse(oldest.asOf) <= APART_MS) return '';
  return dateNotes.differ(formatMonth(newest.asOf), newest.authority, formatMonth(oldest.asOf));
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

/** The name as a link to the place where the source says to confirm it. */
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
