import type { LookupFunction } from 'node:net';
import { request, type Agent } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { REFUSED_ADDRESSES } from './testing/refused-addresses.ts';
import { page, startTrapSite, type TrapSite } from './testing/start-trap-site.ts';
import { AddressRefusedError, createGuardedAgent } from './site-address.ts';

let canary: TrapSite;
let port: string;
let connections: Agent[] = [];
beforeAll(async () => {
  canary = await startTrapSite({ '/*': page('Secret') });
  port = new URL(canary.origin).port;
});
afterEach(async () => {
  await Promise.all(connections.map((agent) => agent.destroy()));
  connections = [];
});
afterAll(() => canary.close());

function createAgent(addresses: string[] = [], allowed: string[] = []): Agent {
  const lookup: LookupFunction = (_, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family ?? 4);
  };
  const agent = createGuardedAgent(new Set(allowed), lookup);
  connections.push(agent);
  return agent;
}

const ask = (url: string, agent: Agent) => request(url, { dispatcher: agent });

const hosts = REFUSED_ADDRESSES.flatMap((address) => {
  const url = URL.parse(address);
  const isPlain = url !== null && url.protocol.startsWith('http') && url.username === '';
  return isPlain && !url.hostname.endsWith('example.com') ? [url.hostname] : [];
});

test('[SITE-11] no spelling of an address that is not public opens a socket', async () => {
  expect(hosts.length).toBeGreaterThan(50);
  // Every name leads to this machine, should it be looked up at all.
  const agent = createAgent(['127.0.0.1']);
  for (const host of hosts) {
    await expect(ask(`http://${host}:${port}/${host}`, agent)).rejects.toThrow(AddressRefusedError);
  }
  expect(canary.requests).toEqual([]);
});

test.each([
  [['127.0.0.1']],
  [['1.1.1.1', '127.0.0.1']],
  [['10.0.0.1']],
  [['169.254.169.254']],
  [['::ffff:127.0.0.1']],
  [['64:ff9b::7f00:1']],
  [['::1', '2606:4700:4700::1111']],
  [[]],
])('[SITE-11] a public name that leads to %j is refused', async (addresses) => {
  const agent = createAgent(addresses);
  await expect(ask(`http://rebind.example:${port}/`, agent)).rejects.toThrow(AddressRefusedError);
  expect(canary.requests).toEqual([]);
});

test('[SITE-11] exactly the host and port that are named are exempt', async () => {
  const agent = createAgent([], [canary.host]);
  const { statusCode, body } = await ask(`${canary.origin}/named`, agent);
  await body.dump();
  expect(statusCode).toBe(200);
  expect(canary.requests).toEqual(['/named']);
  await expect(ask(`http://127.0.0.1:${Number(port) + 1}/`, agent)).rejects.toThrow(
    AddressRefusedError,
  );
});
