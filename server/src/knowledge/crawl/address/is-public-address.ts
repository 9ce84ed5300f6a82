import ipaddr from 'ipaddr.js';

/** The only part of IPv6 that is routed on the public network (RFC 4291, IANA's global unicast). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address in its usual text form belongs to the public network: not private, loopback,
 * link-local, shared (CGNAT), multicast, reserved or for documentation, and no IPv6 form that carries
 * an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);
}
