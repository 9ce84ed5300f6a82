import { DEFAULT_SITE_SCHEME } from '@pathway/contract/limits';

/** What a person types about a site. */
export interface SiteDraft {
  url: string;
  /** Separated by commas. */
  tags: string;
}

/** What the server is sent: a full address, and tags without blanks. */
export function readSiteDraft({ url, tags }: SiteDraft): { url: string; tags: string[] } {
  return { url: withScheme(url.trim()), tags: splitTags(tags) };
}

/** The address with https:// before it, unless it names http or https itself. */
export function withScheme(url: string): string {
  return /^https?:\/\//i.test(url) ? url : `${DEFAULT_SITE_SCHEME}://${url}`;
}

function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
