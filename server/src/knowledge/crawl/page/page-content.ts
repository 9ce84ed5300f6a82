import type { ExtractedDocument } from '../../extract/extracted-document.ts';

/** What a web page says, and where it leads. */
export interface PageContent extends ExtractedDocument {
  /** Targets of the page's links as they are written, at most 2,000. */
  links: string[];
  /** What relative links are relative to, when the page says so. */
  base: string | null;
  /** The address the page gives as its own. */
  canonical: string | null;
  /** The page asks not to be found, or its links not to be followed. */
  noindex: boolean;
  nofollow: boolean;
}

/** Kinds of page that are read. */
export type PageKind = 'html' | 'txt';
