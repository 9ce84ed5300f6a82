import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterAll(() => server.close());

test.each([
  ['/legal/terms', 'Terms of Service', 'Avery answers questions about college planning'],
  ['/legal/privacy', 'Privacy Policy', 'We show no advertising'],
])('[CONS-01] %s is a page of its own in the names of the product', async (url, title, text) => {
  const { body, headers } = await server.app.inject(url);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain(`<title>${title} - Pathway</title>`);
  expect(body).toContain(`<h1>${title}</h1>`);
  expect(body).toContain('Version 2025-06-30');
  expect(body).toContain(text);
  expect(body).not.toMatch(/<style|<script|style=|onclick/);
});

test('[CONS-01] names are text, and the style comes from our own address', async () => {
  const config = {
    productName: '<b>Path</b>',
    assistantName: '"A" & B',
    consentVersion: '2025-06-30',
    signInUrl: '',
    termsUrl: '',
    privacyUrl: '',
  };
  const other = await buildTestApp({
    database: server.database,
    web: { distFolder: undefined, config },
  });
  const { body } = await other.app.inject('/legal/terms');
  expect(body).toContain('&lt;b&gt;Path&lt;/b&gt;');
  expect(body).not.toContain('<b>');
  await other.app.close();
  await other.provider.close();
  const style = await server.app.inject('/plain-page.css');
  expect([style.statusCode, style.headers['content-type']]).toEqual([
    200,
    'text/css; charset=utf-8',
  ]);
});
