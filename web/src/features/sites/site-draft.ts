import { DEFAULT_SITE_SCHEME } from '@pathway/contract/limits';
import type { KeyboardEvent } from 'react';

/** What a person types about a site. */
export interface SiteDraft {
  url: string;
  /** Separated by commas. */
  tags: string;
}

/** What the server is sent. */
export interface SiteValue {
  url: string;
  tags: string[];
}

/** A full address, and tags without blanks. */
export function readSiteDraft({ url, tags }: SiteDraft): SiteValue {
  return { url: withScheme(url.trim()), tags: splitTags(tags) };
}

/** The address with https:// before it, unless it names http or https itself. */
function withScheme(url: string): string {
  return hasScheme(url) ? url : `${DEFAULT_SITE_SCHEME}://${url}`;
}

export function hasScheme(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/**
 * Props of a URL input that put the missing https:// into it when it is left or sent, because the
 * browser's own check refuses an address without a scheme.
 */
export function completesScheme(url: string, change: (url: string) => void) {
  const complete = () => {
    const trimmed = url.trim();
    if (trimmed !== '') change(withScheme(trimmed));
  };
  return {
    onBlur: complete,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') complete();
    },
  };
}
