import type { Source } from '@pathway/contract/chat';
import type { ChatMessages } from '../messages.ts';

/**
 * The sources of an answer, each once, in order of first use. An answer that carries sources but
 * marks none shows them all.
 */
export function citedSources(content: string, sources: readonly Source[]): Source[] {
  const sourceByNumber = new Map(sources.map((source) => [source.n, source]));
  const numbers = Array.from(content.matchAll(CITATION_RUN), ([run]) => numbersOfRun(run)).flat();
  const cited = [...new Set(numbers)].flatMap((n) => sourceByNumber.get(n) ?? []);
  return cited.length > 0 ? cited : [...sourceByNumber.values()];
}

/** What an answer cites of one document, in the order of the answer. */
export type Passages = readonly [Source, ...Source[]];

/** The cited sources by document: a title of one date at one address. */
export function documentsOf(cited: readonly Source[]): Passages[] {
  const documents = new Map<string, [Source, ...Source[]]>();
  for (const source of cited) {
    const key = JSON.stringify([source.title, source.as_of || null, source.url || null]);
    const passages = documents.get(key);
    if (passages === undefined) documents.set(key, [source]);
    else passages.push(source);
  }
  return [...documents.values()];
}

/** One or more neighbouring marks: `[1]`, `[1][2]`, `[1] [2]`, `[1, 2]`. */
export const CITATION_RUN = /\[\d{1,3}(?:, ?\d{1,3})*\](?: ?\[\d{1,3}(?:, ?\d{1,3})*\])*/g;

const CITATIONS_AND_SPACE = new RegExp(` ?(?:${CITATION_RUN.source})`, 'g');

/** The numbers of a run of marks, in order. */
export function numbersOfRun(run: string): number[] {
  return Array.from(run.matchAll(/\d+/g), (match) => Number(match[0]));
}

/** The text without its marks, for an answer whose sources nobody will ever know. */
export function withoutMarks(text: string): string {
  return text.replace(CITATIONS_AND_SPACE, '');
}

/** The parsed address when it is an absolute http(s) one without credentials, else null. */
export function webAddress(address: string | null | undefined): URL | null {
  if (!address || !/^https?:\/\//i.test(address)) return null;
  const url = URL.parse(address);
  return url === null || url.username !== '' || url.password !== '' ? null : url;
}

/** What people call the site of an address: its host, without the `www.` that all have. */
export function siteName({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/** 'Page 12' or 'Pages 12–13', by the document's own numbering when it has one; null without pages. */
export function pageOf(source: Source, messages: ChatMessages): string | null {
  const first = source.page_label ?? source.page?.toString();
  const last = source.page_end_label ?? source.page_end?.toString();
  if (!first) return null;
  return last ? messages.pages(first, last) : messages.page(first);
}
