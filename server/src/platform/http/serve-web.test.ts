import type { WebConfig } from '@pathway/contract/web-config';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, TEST_PUBLIC_URL, type TestApp } from '../../../test/build-test-app.ts';

const CONFIG: WebConfig = {
  productName: `Path"way' & <script>alert(1)</script> $& $1`,
  assistantName: 'Avery',
  consentVersion: '2025-06-30',
  signInUrl: 'http://localhost:3000/identity',
  termsUrl: '/legal/terms',
  privacyUrl: '/legal/privacy',
  contactName: '',
  contactUrl: '',
};

const HINTS = {
  forStranger: { '/': '', '*': '</assets/login.js>; rel=modulepreload' },
  forSession: {
    '/chat': '</assets/chat.js>; rel=modulepreload',
    '*': '</assets/main.js>; rel=modulepreload',
  },
};

const LANDING_PAGES = {
  styleHash: "'sha256-c3R5bGU='",
  pages: {
    en: '<html lang="en"><meta name="app-config" content="__APP_CONFIG__"><meta name="session" content="__SESSION__"><b>__PRODUCT_NAME__</b><a href="__TERMS_URL__">',
    es: '<html lang="es"><b>__ASSISTANT_NAME__</b><a href="__TERMS_URL__"><a href="__PRIVACY_URL__">',
  },
};

let folder: string;
let server: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathway-dist-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><meta name="app-config" content="__APP_CONFIG__"><meta name="session" content="__SESSION__"><div id="root"></div>',
  );
  await writeFile(join(folder, 'assets', 'main-abc123.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {};'));
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'favicon.svg.br'), brotliCompressSync('<svg/>'));
  await writeFile(join(folder, 'page-hints.json'), JSON.stringify(HINTS));
  await writeFile(join(folder, 'landing-pages.json'), JSON.stringify(LANDING_PAGES));
  server = await buildTestApp({ web: { distFolder: pathToFileURL(folder), config: CONFIG } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.each([
  '/',
  '/index.html',
  '/chat',
  '/admin/docs',
  '/login?from=%2Fchat',
  '/anything/at/all',
  '/%E0%A4%A',
  '/chat/100%?q=%',
])('[NAV-07] %s opens the page with the configuration written into it', async (url) => {
  const response = await server.app.inject({ url, headers: HTML });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-cache');
  const content = /content="([^"]*)"/.exec(response.body)?.[1] ?? '';
  expect(content).not.toMatch(/[<>']/);
  expect(JSON.parse(unescapeHtml(content))).toEqual(CONFIG);
});

function unescapeHtml(text: string): string {
  const characters: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' };
  return text.replace(/&(quot|#39|lt|gt|amp);/g, (_entity, name: string) => characters[name] ?? '');
}

test('hashed files are kept for ever, others are asked for again', async () => {
  const hashed = await server.app.inject('/assets/main-abc123.js');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(hashed.headers['content-type']).toContain('javascript');
  const icon = await server.app.inject('/favicon.svg');
  expect([icon.statusCode, icon.headers['cache-control']]).toEqual([200, 'no-cache']);
});

test.each([
  ['a missing asset', 'GET', '/assets/main-old.js'],
  ['a call', 'GET', '/api/none'],
  ['the provider', 'GET', '/identity/none'],
  ['a change', 'POST', '/chat'],
  ['a call with a malformed escape', 'GET', '/api/%E0%A4%A'],
  ['an asset with a malformed escape', 'GET', '/assets/%E0%A4%A.js'],
] as const)('[NAV-07] %s that does not exist is no page', async (_name, method, url) => {
  const response = await server.app.inject({ method, url, headers: HTML });
  expect([403, 404]).toContain(response.statusCode);
  expect(response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
});

test.each([
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/etc/passwd',
])('[NAV-07] %s reads nothing outside the folder', async (url) => {
  expect((await server.app.inject({ url })).statusCode).toBeGreaterThanOrEqual(400);
  expect((await server.app.inject({ url, headers: HTML })).body).not.toContain('root:');
});

test.each(['/chat', '/%E0%A4%A', '/..%2f..%2fetc%2fpasswd%'])(
  '[NAV-07] a program that asks for the unknown address %s gets a 404',
  async (url) => {
    const response = await server.app.inject(url);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([
      404,
      'not_found',
    ]);
  },
);

test('a page hints at the screen that its path and its session will ask for', async () => {
  const linkOf = async (url: string) => {
    const page = await server.app.inject({ url, headers: HTML });
    return page.headers.link;
  };
  expect(await linkOf('/')).toBeUndefined();
  expect(await linkOf('/chat?lang=es')).toBe('</assets/login.js>; rel=modulepreload');
  expect(await linkOf('/constructor')).toBe('</assets/login.js>; rel=modulepreload');
  const person = await server.signIn();
  const chat = await server.call(person, { method: 'GET', url: '/chat?lang=es', headers: HTML });
  expect(chat.headers.link).toBe('</assets/chat.js>; rel=modulepreload');
  const other = await server.call(person, { method: 'GET', url: '/elsewhere', headers: HTML });
  expect(other.headers.link).toBe('</assets/main.js>; rel=modulepreload');
});

test('a page opened under another name of this machine moves to the public one, an api call does not', async () => {
  const headers = { accept: 'text/html', host: '127.0.0.1:3000' };
  const page = await server.app.inject({ url: '/login?from=%2Fchat', headers });
  expect(page.statusCode).toBe(302);
  expect(page.headers.location).toBe(new URL('/login?from=%2Fchat', TEST_PUBLIC_URL).href);
  const odd = await server.app.inject({ url: '/%E0%A4%A', headers });
  expect(odd.headers.location).toBe(`${TEST_PUBLIC_URL}/%E0%A4%A`);
  const call = await server.app.inject({ url: '/api/user/session', headers });
  expect(call.statusCode).toBe(401);
  const elsewhere = { ...headers, host: 'pathway.example.org' };
  expect((await server.app.inject({ url: '/', headers: elsewhere })).statusCode).toBe(200);
});

test('a browser that can unpack gets what was packed at the build, and the page packed at the start', async () => {
  const packed = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  const script = await server.app.inject({ url: '/assets/main-abc123.js', headers: packed });
  expect(script.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(script.headers['content-type']).toContain('javascript');
  expect(brotliDecompressSync(script.rawPayload).toString()).toBe('export {};');
  const page = await server.app.inject({ url: '/chat', headers: { ...HTML, ...packed } });
  expect(page.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding, cookie',
  });
  const plain = await server.app.inject({ url: '/chat', headers: HTML });
  expect(gunzipSync(page.rawPayload).toString()).toBe(plain.body);
  expect(plain.headers['content-encoding']).toBeUndefined();
});

test('[AUTH-05] the page tells a browser without a session that nobody needs to be asked for', async () => {
  const stranger = await server.app.inject({ url: '/', headers: HTML });
  expect(stranger.body).toContain('<meta name="session" content="none">');
  const person = await server.signIn();
  const known = await server.call(person, { method: 'GET', url: '/', headers: HTML });
  expect(known.body).toContain('<meta name="session" content="perhaps">');
});

test('[NAV-01] a stranger gets the landing page drawn, in the wished language, with the configured names and its own style', async () => {
  const open = (url: string, language = '') =>
    server.app.inject({ url, headers: { ...HTML, 'accept-language': language } });
  const english = await open('/', 'fr,en;q=0.5,es;q=0.4');
  expect(english.body).toContain('<html lang="en">');
  expect(english.body).toContain('<b>Path&quot;way&#39; &amp; &lt;script&gt;');
  expect(english.body).toContain('<a href="/legal/terms">');
  expect(english.body).toContain('<meta name="session" content="none">');
  expect(english.headers).toMatchObject({
    vary: 'accept-encoding, accept-language, cookie',
    'content-security-policy': expect.stringContaining("style-src 'sha256-c3R5bGU=' 'self' "),
  });
  for (const [url, language] of [
    ['/', 'es-MX,es;q=0.9'],
    ['/?lang=es', 'en'],
  ] as const) {
    const spanish = await open(url, language);
    expect(spanish.body).toBe(
      '<html lang="es"><b>Avery</b><a href="/legal/terms?lang=es"><a href="/legal/privacy?lang=es">',
    );
  }
  const person = await server.signIn();
  const known = await server.call(person, { method: 'GET', url: '/', headers: HTML });
  for (const shell of [known, await open('/login')]) {
    expect(shell.body).toContain('<div id="root"></div>');
    expect(shell.headers['content-security-policy']).not.toContain('c3R5bGU');
    expect(shell.headers.vary).toBe('accept-encoding, cookie');
  }
});

test('an image in text form names its charset, compressed or not', async () => {
  for (const headers of [{}, { 'accept-encoding': 'br' }]) {
    const { headers: sent } = await server.app.inject({ url: '/favicon.svg', headers });
    expect(sent['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(sent['content-encoding']).toBe('accept-encoding' in headers ? 'br' : undefined);
  }
});
