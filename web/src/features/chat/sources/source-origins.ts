import type { Source } from '@pathway/contract/chat';
import type { ChatMessages } from '../messages.ts';
import { siteName, webAddress } from './cited-sources.ts';

/** Whose word an answer rests on, of which day, and where a person can confirm it. */
export interface Origin {
  readonly name: string;
  readonly asOf: string | null;
  /** The page of the first of its sources that has one. */
  readonly page: { readonly title: string; readonly address: URL } | null;
}

/**
 * Each authority or site once for each of its days, in the order of the sources; of a source that
 * has neither its title and date say everything.
 */
export function originsOf(sources: readonly Source[]): Origin[] {
  const origins = new Map<string, Origin>();
  for (const { title, url, ...source } of sources) {
    const address = webAddress(url);
    const name = source.authority || (address && siteName(address));
    if (!name) continue;
    const asOf = source.as_of || null;
    const key = JSON.stringify([name, asOf]);
    const page = origins.get(key)?.page ?? (address && { title, address });
    origins.set(key, { name, asOf, page });
  }
  return [...origins.values()];
}

/** What the words for a day depend on; `now` is in milliseconds. */
export interface DateWords {
  readonly messages: ChatMessages;
  readonly locale: string;
  readonly now: number;
}

const STALE_AFTER_MS = 365 * 24 * 60 * 60 * 1000;

/** How old a source is: 'June 2026', 'June 2025, more than a year old' or 'no date'. */
export function ageOf(
  asOf: string | null | undefined,
  { messages, locale, now }: DateWords,
): { text: string; isStale: boolean } {
  if (!asOf) return { text: messages.noDate, isStale: false };
  const month = monthText(asOf, locale);
  const isStale = now - Date.parse(asOf) > STALE_AFTER_MS;
  return { text: isStale ? messages.stale(month) : month, isStale };
}

/** The month of a day (`YYYY-MM-DD`), the same wherever the browser is; text that is no day stays itself. */
function monthText(day: string, locale: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}
