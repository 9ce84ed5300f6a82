import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_APP_LIMITS } from './app-limits.ts';
import { createHttpApp } from './create-http-app.ts';

async function listen(options: { trustedProxies?: string[]; headersTimeoutMs?: number } = {}) {
  const { trustedProxies, ...limits } = options;
  const app = await createHttpApp({
    logger: false,
    limits: { ...DEFAULT_APP_LIMITS, connectionsPerNetwork: 3, ...limits },
    trustedProxies,
  });
  app.get('/', async () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return {
    /** A connection that says nothing. */
    async open(localAddress: string): Promise<Socket> {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      return socket;
    },
    async ask(localAddress: string): Promise<string> {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      return readAll(socket);
    },
  };
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  // Whoever is refused may still have been writing.
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

test('a network has so many connections, and its neighbours have theirs', async () => {
  const { open, ask } = await listen();
  const held = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')];
  const refused = await readAll(await open('127.0.0.2'));
  expect(refused).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/);
  expect(refused).toMatch(/\r\nRetry-After: \d+\r\n/);
  expect(JSON.parse(refused.split('\r\n\r\n')[1] ?? '')).toEqual({
    error: 'Too many requests. Please try again later.',
    code: 'too_many_requests',
  });
  expect(await ask('127.0.0.3')).toContain('HTTP/1.1 200 OK');
  held[0]?.destroy();
  await expect.poll(() => ask('127.0.0.2')).toContain('HTTP/1.1 200 OK');
});

test('a trusted proxy has as many as it likes, since it speaks for many', async () => {
  const { open, ask } = await listen({ trustedProxies: ['127.0.0.2/32', 'uniquelocal'] });
  for (let index = 0; index < 6; index += 1) await open('127.0.0.2');
  expect(await ask('127.0.0.2')).toContain('HTTP/1.1 200 OK');
  for (let index = 0; index < 3; index += 1) await open('127.0.0.3');
  expect(await readAll(await open('127.0.0.3'))).toContain('HTTP/1.1 429 ');
});

test('a connection that never says anything is ended like one whose head is slow', async () => {
  const { open, ask } = await listen({ headersTimeoutMs: 1_000 });
  const silent = await open('127.0.0.2');
  const reply = await readAll(silent);
  expect(reply).toContain('HTTP/1.1 408 ');
  expect(reply).toContain('"code":"request_timeout"');
  expect(await ask('127.0.0.2')).toContain('HTTP/1.1 200 OK');
});
