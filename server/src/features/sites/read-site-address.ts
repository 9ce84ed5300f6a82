import { DEFAULT_SITE_SCHEME } from '@pathway/contract/limits';
import { parseSiteUrl, type AllowedHosts } from '../../knowledge/crawl/address/parse-site-url.ts';
import { AppError } from '../../platform/app-error.ts';

/**
 * The normal form of the address an administrator typed.
 *
 * @throws AppError `site_address_refused` when the crawler must not go there.
 */
export function readSiteAddress(typed: string, allowed: AllowedHosts): string {
  const text = /^https?:\/\//i.test(typed) ? typed : `${DEFAULT_SITE_SCHEME}://${typed}`;
  const url = parseSiteUrl(text, allowed);
  if (url === undefined) throw new AppError('site_address_refused');
  return url.href;
}
