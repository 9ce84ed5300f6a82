import { assert, integer, pre, property, tuple } from 'fast-check';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { StartupError } from '../startup-error.ts';
import { createTrust, isFromThisMachine, isLoopback, networkOf } from './caller-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('every address of one /64 counts as one', () => {
  assert(
    property(half(), half(), half(), (network, host, otherHost) => {
      // What begins with zeros may hold an IPv4 address, which counts as itself.
      pre(network !== '0:0:0:0');
      expect(networkOf(`${network}:${host}`)).toBe(networkOf(`${network}:${otherHost}`));
    }),
  );
});

test('two networks never count as one', () => {
  assert(
    property(half(), half(), half(), (network, other, host) => {
      pre(network !== other);
      expect(networkOf(`${network}:${host}`)).not.toBe(networkOf(`${other}:${host}`));
    }),
  );
});

function half() {
  const group = integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  return tuple(group, group, group, group).map((groups) => groups.join(':'));
}

test.each([
  ['loopback', '127.0.0.1'],
  ['loopback', '127.9.9.9'],
  ['loopback', '::1'],
  ['loopback', '::ffff:127.0.0.1'],
  ['linklocal', '169.254.1.1'],
  ['linklocal', 'fe80::1%eth0'],
  ['uniquelocal', '10.1.2.3'],
  ['uniquelocal', '172.31.0.1'],
  ['uniquelocal', '192.168.0.1'],
  ['uniquelocal', 'fd00::1'],
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', '::ffff:203.0.113.7'],
  ['203.0.113.0/24', '203.0.113.200'],
  ['2001:db8::/32', '2001:db8:1::1'],
])('%s trusts %s', (entry, address) => {
  expect(createTrust(['192.0.2.1', entry])(address)).toBe(true);
});

test.each([
  ['loopback', '128.0.0.1'],
  ['loopback', '::2'],
  ['uniquelocal', '172.32.0.1'],
  ['203.0.113.7', '203.0.113.8'],
  ['0.0.0.0/0', '2001:db8::1'],
  ['::/0', '203.0.113.7'],
  ['loopback', 'forged'],
  ['loopback', ''],
])('%s does not trust %s', (entry, address) => {
  expect(createTrust([entry])(address)).toBe(false);
});

test('nobody is trusted unless named', () => {
  expect(createTrust([])('127.0.0.1')).toBe(false);
});

test.each(['proxy.example.org', '10.0.0.0/33', '10.0.0', 'true', '*'])(
  '%s is no address of a proxy',
  (entry) => {
    expect(() => createTrust([entry])).toThrow(StartupError);
    expect(() => createTrust([entry])).toThrow(/TRUSTED_PROXIES/);
  },
);

test.each([
  'localhost',
  'LocalHost',
  '127.0.0.1',
  '127.8.9.10',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
])('%s is this machine', (host) => expect(isLoopback(host)).toBe(true));

test.each([
  '',
  '0.0.0.0',
  '::',
  '10.0.0.5',
  'localhost.example.org',
  '127.0.0.1.example.org',
  'pathway.example.org',
  '::ffff:10.0.0.5',
])('%s is not', (host) => expect(isLoopback(host)).toBe(false));

/** Believes whatever a proxy says, as an installation behind one does. */
const app = Fastify({ trustProxy: true });
app.get('/', async (request) => isFromThisMachine(request));
afterAll(() => app.close());

interface Asked {
  headers?: Record<string, string>;
  remoteAddress?: string;
}

const ask = async (request: Asked) => {
  const headers = { host: 'localhost:3000', ...request.headers };
  return (await app.inject({ url: '/', remoteAddress: '127.0.0.1', ...request, headers })).json();
};

test.each([
  {},
  { remoteAddress: '::1' },
  { remoteAddress: '::ffff:127.0.0.1' },
  { headers: { host: '[::1]:3000' } },
  { headers: { host: '127.0.0.1' } },
])('%j comes from this machine', async (request) => {
  expect(await ask(request)).toBe(true);
});

test.each<Asked>([
  { remoteAddress: '203.0.113.9' },
  { remoteAddress: '10.0.0.5' },
  { headers: { host: 'pathway.example.org' } },
  { headers: { host: 'pathway.example.org', 'x-forwarded-host': 'localhost' } },
  { headers: { host: 'localhost@pathway.example.org' } },
  { headers: { host: 'a b' } },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { headers: { 'x-forwarded-for': '' } },
  { headers: { 'x-forwarded-host': 'localhost' } },
  { headers: { 'x-forwarded-proto': 'https' } },
  { headers: { forwarded: 'for=127.0.0.1' } },
  { headers: { 'x-real-ip': '127.0.0.1' } },
  { headers: { via: '1.1 proxy' } },
  { headers: { 'cf-connecting-ip': '127.0.0.1' } },
])('%j may have come through a proxy', async (request) => {
  expect(await ask(request)).toBe(false);
});
