import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './is-public-address.ts';
import { effectivePort, isPublicHost, type AllowedHosts } from './parse-site-url.ts';

const CONNECT_TIMEOUT_MS = 10_000;

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
      else if (isPublicHost(hostname)) connectGuarded(target, callback);
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
