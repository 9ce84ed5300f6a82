import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { StartupError } from '../startup-error.ts';

const IPV6_NETWORK_BITS = 64;
/** Networks that have names, as Express and Fastify know them. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
/** What proxies and content networks add to say for whom they ask. */
const FORWARDING_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|(?:x-|true-|fastly-)?client-ip|x-cluster-client-ip|cf-.+)$/;

/**
 * Whom a limit counts as one: an IPv4 address itself, and of an IPv6 address its /64, because that is the
 * least that one customer of a provider is given. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is
 * the IPv4 address. What is no address is returned as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(
    `${parsed.toNormalizedString().split('%', 1)[0]}/${IPV6_NETWORK_BITS}`,
  );
  return `${network.toString()}/${IPV6_NETWORK_BITS}`;
}

/** Whether a proxy at this address is believed when it says for whom it asks. */
export type Trust = (address: string) => boolean;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Trusts addresses, networks (`10.0.0.0/8`) and the names `loopback`, `linklocal` and `uniquelocal`.
 * An IPv4 address written as IPv6 is the IPv4 address; what is no address is not trusted.
 *
 * @throws StartupError for an entry that is none of these.
 */
export function createTrust(entries: readonly string[]): Trust {
  const networks = entries.flatMap((entry) => NAMED[entry] ?? [entry]).map(readNetwork);
  return (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return networks.some(([network, bits]) => isWithin(address, network, bits));
  };
}

function readNetwork(entry: string): [network: Address, bits: number] {
  const [text = '', length, ...more] = entry.split('/');
  if (isIP(text) > 0 && more.length === 0) {
    const network = ipaddr.process(text);
    const maxBits = network.kind() === 'ipv4' ? 32 : 128;
    const bits = length === undefined ? maxBits : Number(length);
    if (/^\d+$/.test(length ?? '0') && bits <= maxBits) return [network, bits];
  }
  throw new StartupError(
    `The settings cannot be used. TRUSTED_PROXIES: ${entry} is no address, network or name of a network`,
  );
}

function isWithin(address: Address, network: Address, bits: number): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** Whether a host name or address, as it stands in a URL or a setting, names the machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    name === 'localhost' || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback')
  );
}

/**
 * Whether somebody at this machine asks, under one of its own names, and nothing shows a proxy in
 * between: no header of one, and not HTTP/1.0, which nginx speaks unless told otherwise and no browser
 * does. Looks at the connection and the Host header as they are, whatever proxies are trusted. Not
 * every proxy can be told from a person, so ask this only where nobody else is meant to reach the
 * product, that is where {@link isLoopback} holds for its address.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return (
    request.raw.httpVersion !== '1.0' &&
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopback(hostNameOf(request)) &&
    !Object.keys(request.headers).some((name) => FORWARDING_HEADER.test(name))
  );
}

/** The name in the Host header, without its port and whatever a proxy says; empty for none. */
export function hostNameOf({ headers: { host = '' } }: FastifyRequest): string {
  return /^(\[[\d:a-f.]+\]|[^:[\]]+)(?::\d+)?$/i.exec(host)?.[1]?.toLowerCase() ?? '';
}
