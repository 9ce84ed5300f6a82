import { isIP } from 'node:net';
import { isPublicAddress } from './is-public-address.ts';

/** `host:port` pairs that the operator lets through although they are not public. */
export type AllowedHosts = ReadonlySet<string>;

const PORTS = new Map([
  ['http:', '80'],
  ['https:', '443'],
]);
/** Names that never belong to the public network (RFC 6761, 6762, 8375 and ICANN's `internal`). */
const PRIVATE_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa', 'lan', 'intranet', 'corp'];
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;
/** An index of the database holds no longer key. */
export const URL_MAX_LENGTH = 2_000;

/**
 * The address of a web page in its normal form without fragment, or undefined when the crawler must
 * not go there: another scheme than http and https, credentials, another port than 80 and 443, a
 * private name, or an IP address that is not public in whatever way it is written. What a public
 * name resolves to is checked when a socket is opened.
 */
export function parseSiteUrl(text: string, allowed: AllowedHosts): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  const port = effectivePort(url);
  if (port === undefined) return undefined;
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  if (url.href.length > URL_MAX_LENGTH) return undefined;
  if (allowed.has(`${url.hostname}:${port}`)) return url;
  if (![...PORTS.values()].includes(port) || !isPublicHost(url.hostname)) return undefined;
  return url;
}

/** The port a URL leads to; undefined for schemes other than http and https. */
export function effectivePort({ protocol, port }: Pick<URL, 'protocol' | 'port'>) {
  const usual = PORTS.get(protocol);
  return port === '' ? usual : usual && port;
}

/** Whether a host of a normalised URL is a public IP address or may be a public name. */
export function isPublicHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  const labels = hostname.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => `.${hostname}`.endsWith(`.${suffix}`));
}
