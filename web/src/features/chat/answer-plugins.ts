import type { Source } from '@pathway/contract/chat';
import type { Options } from 'react-markdown';
import { harden } from 'rehype-harden';
import remarkGfm from 'remark-gfm';
import { rehypeCitations } from './rehype-citations.ts';
import { webAddress } from './web-address.ts';

/** Where addresses without a host would lead: nowhere, because no source is there. */
const NOWHERE = 'https://nowhere.invalid';

export const REMARK_PLUGINS: Options['remarkPlugins'] = [remarkGfm];

function allowedLinkPrefixes(sources: readonly Source[]): string[] {
  const hosts = sources.flatMap((source) => webAddress(source.url)?.host ?? []);
  return [...new Set(hosts)].flatMap((host) => [`https://${host}/`, `http://${host}/`]);
}

/**
 * What an answer may contain: links to the hosts of its own sources, no images, chips for its
 * sources. `sources` is null while nothing is known about them.
 */
export function rehypePluginsFor(sources: readonly Source[] | null): Options['rehypePlugins'] {
  const hardening = {
    defaultOrigin: NOWHERE,
    allowedLinkPrefixes: allowedLinkPrefixes(sources ?? []),
    allowedImagePrefixes: [],
    linkBlockPolicy: 'text-only' as const,
    imageBlockPolicy: 'text-only' as const,
  };
  const known = sources && new Set(sources.map((source) => source.n));
  return [
    [harden, hardening],
    [rehypeCitations, { known }],
  ];
}

/** Only absolute http(s) addresses reach the allow-list; everything else is no link at all. */
export function onlyWebAddress(address: string): string {
  return webAddress(address)?.href ?? '';
}
