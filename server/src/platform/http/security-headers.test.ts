import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { HANKO_STYLE_HASH } from './security-headers.ts';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterAll(() => server.close());

test.each(['/healthz', '/legal/terms', '/api/user/session', '/api/none', '/none'])(
  'every reply carries the security headers: %s',
  async (url) => {
    const { headers } = await server.app.inject(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('publickey-credentials-get=(self)'),
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' ${HANKO_STYLE_HASH}`,
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "manifest-src 'self'",
        "worker-src 'self'",
      ].join(';'),
    );
  },
);

test('replies of the API are never stored', async () => {
  expect((await server.app.inject('/api/user/session')).headers['cache-control']).toBe('no-store');
});

test('[AUTH-01] the style hash is that of the installed sign-in widget', async () => {
  const bundle = fileURLToPath(import.meta.resolve('@teamhanko/hanko-elements'));
  const source = await readFile(bundle, 'utf8');
  expect(HANKO_STYLE_HASH).toBe(`'sha256-${sha256(widgetStyle(source))}'`);
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/**
 * The bundle keeps its style in several modules and joins them, in the order in which its code asks
 * for them, into the text of the one element.
 */
function widgetStyle(source: string): string {
  const cssModule =
    /(\d+)\(e,t,n\)\{[^{}]*\{A:\(\)=>s\}\);[^'"]*i\.push\(\[e\.id,(['"])(.*?)\2,""\]\)/g;
  const modules = [...source.matchAll(cssModule)].map(([, id, , css = '']) => ({
    css,
    firstUse: source.indexOf(`=n(${id})`),
  }));
  modules.sort((one, other) => one.firstUse - other.firstUse);
  return modules.map(({ css }) => css).join('');
}
