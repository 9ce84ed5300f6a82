import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import ipaddr from 'ipaddr.js';

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

const CONNECT_TIMEOUT_MS = 10_000;

/** The only part of IPv6 that is routed on the public network (RFC 4291, IANA's global unicast). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Why the crawler must not go to an address, as the error catalogue names it. */
export type AddressRefusal = 'site_address_wrong' | 'site_address_private' | 'site_port_refused';

/**
 * The address of a web page in its normal form without fragment, or why the crawler must not go there: another
 * scheme than http and https, credentials, no name of the public network; a private name, or an IP address that is
 * not public in whatever way it is written; another port than 80 and 443. What a public name resolves to is checked
 * when a socket is opened.
 */
export function judgeSiteUrl(text: string, allowed: AllowedHosts): URL | AddressRefusal {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return 'site_address_wrong';
  const port = effectivePort(url);
  if (port === undefined) return 'site_address_wrong';
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  if (url.href.length > URL_MAX_LENGTH) return 'site_address_wrong';
  if (allowed.has(`${url.hostname}:${port}`)) return url;
  const refusal = judgeHost(url.hostname);
  if (refusal !== undefined) return refusal;
  return [...PORTS.values()].includes(port) ? url : 'site_port_refused';
}

/** As {@link judgeSiteUrl}; undefined for every refusal. */
export function parseSiteUrl(text: string, allowed: AllowedHosts): URL | undefined {
  const url = judgeSiteUrl(text, allowed);
  return typeof url === 'string' ? undefined : url;
}

/** The port a URL leads to; undefined for schemes other than http and https. */
function effectivePort({ protocol, port }: Pick<URL, 'protocol' | 'port'>) {
  const usual = PORTS.get(protocol);
  return port === '' ? usual : usual && port;
}

/** Why a host of a normalised URL is neither a public IP address nor may be a public name; undefined when it is. */
function judgeHost(hostname: string): AddressRefusal | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return isPublicAddress(bare) ? undefined : 'site_address_private';
  if (PRIVATE_SUFFIXES.some((suffix) => `.${hostname}`.endsWith(`.${suffix}`))) {
    return 'site_address_private';
  }
  const labels = hostname.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isName ? undefined : 'site_address_wrong';
}

/** Thrown instead of opening a socket to an address that is not public. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/**
 * HTTP connections that reach public addresses only. Addresses written in URLs are checked before a
 * socket is opened, names by the very lookup that the socket uses, so that a name cannot change its
 * meaning in between. Hosts in `allowed` are exempt. Proxies of the environment are not used.
 */
export function createGuardedAgent(
  allowed: AllowedHosts,
  resolve: LookupFunction = systemLookup,
): Agent {
  const options = { timeout: CONNECT_TIMEOUT_MS, allowH2: false };
  const connectAnywhere = buildConnector(options);
  const guardedOptions = { ...options, lookup: checkLookup(resolve) };
  const connectGuarded = buildConnector(guardedOptions);
  return new Agent({
    connections: 1,
    connect(target, callback) {
      const { hostname } = target;
      const port = effectivePort(target);
      const host = hostname.includes(':') ? `[${hostname}]` : hostname;
      if (allowed.has(`${host}:${port}`)) connectAnywhere(target, callback);
      else if (judgeHost(hostname) === undefined) connectGuarded(target, callback);
      else callback(new AddressRefusedError(), null);
    },
  });
}

/** A lookup that fails when any of the found addresses is not public. */
function checkLookup(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (error === null ? found : []) as LookupAddress[];
      const [first] = addresses;
      if (error !== null) callback(error, '', 0);
      else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new AddressRefusedError(), '', 0);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * Whether an IP address in its usual text form belongs to the public network: not private, loopback,
 * link-local, shared (CGNAT), multicast, reserved or for documentation, and no IPv6 form that carries
 * an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);
}
