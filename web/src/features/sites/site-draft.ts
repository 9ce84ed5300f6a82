import { DEFAULT_SITE_SCHEME } from '@pathway/contract/limits';
import type { KeyboardEvent } from 'react';
import { addTags } from '../../lib/admin/tags.ts';

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

/** A full address, and tags without blanks, each spelled as it is known. */
export function readSiteDraft({ url, tags }: SiteDraft, knownTags: readonly string[]): SiteValue {
  return { url: withScheme(url.trim()), tags: [...addTags([], tags, knownTags)] };
}

/** The address with https:// before it, unless it names http or https itself. */
function withScheme(url: string): string {
  return hasScheme(url) ? url : `${DEFAULT_SITE_SCHEME}://${url}`;
}

export function hasScheme(url: string): boolean {
  return /^https?:\/\//i.test(url);
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
