import { URL_MAX_LENGTH } from '../address/parse-site-url.ts';

/** Parameters that say where a visitor came from, not what the page shows. */
const TRACKING =
  /^(?:utm_\w+|(?:g|d|fb|ms|y|tt|li_fat_)?cl(?:id|src)|gclsrc|gbraid|wbraid|mc_[ce]id|_g[al]|_hs\w+|hsctatracking|igsh(?:id)?|mkt_tok|phpsessid|jsessionid|sessionid|sid)$/i;
/** Files that are no text; asking for them would only waste the site's time. */
const FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|zip|gz|tgz|rar|7z|exe|dmg|jpe?g|png|gif|svg|webp|avif|ico|bmp|tiff?|mp[34]|m4[av]|wav|ogg|webm|mov|avi|css|m?js|json|xml|rss|ics|woff2?|ttf|eot)$/i;

/**
 * A link of a page as the address to ask for: without fragment and tracking, its parameters in
 * order. Undefined for what is no page of the web.
 */
export function normaliseLink(href: string, base: string): URL | undefined {
  const url = URL.parse(href, base);
  if (url === null || !/^https?:$/.test(url.protocol) || FILE.test(url.pathname)) return undefined;
  url.hash = '';
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '');
  for (const name of new Set(url.searchParams.keys())) {
    if (TRACKING.test(name)) url.searchParams.delete(name);
  }
  // Takes a lone question mark away as well.
  url.searchParams.sort();
  return url.href.length > URL_MAX_LENGTH ? undefined : url;
}
