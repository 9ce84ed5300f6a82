import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import type { PageLanguage } from '../../platform/http/choose-language.ts';
import { readLegalText } from './legal-page.ts';

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
    contactName: '',
    contactUrl: '',
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

test.each([
  ['/legal/terms?lang=es', undefined, 'es', 'Términos del servicio'],
  ['/legal/privacy?lang=es', 'en', 'es', 'Política de privacidad'],
  ['/legal/terms', 'fr-CA, es-MX;q=0.8, en;q=0.5', 'es', 'Términos del servicio'],
  ['/legal/terms?lang=en', 'es', 'en', 'Terms of Service'],
  ['/legal/terms?lang=tlh', 'fr', 'en', 'Terms of Service'],
])('[CONS-01] %s for a browser of %s speaks %s', async (url, accepts, language, title) => {
  const headers = accepts === undefined ? {} : { 'accept-language': accepts };
  const response = await server.app.inject({ url, headers });
  expect(response.body).toContain(`<html lang="${language}">`);
  expect(response.body).toContain(`<h1>${title}</h1>`);
  expect(response.headers['vary']).toContain('accept-language');
});

test('[CONS-01] both languages have the same sections', () => {
  const names = { product: 'Pathway', assistant: 'Avery' };
  for (const name of ['terms', 'privacy'] as const) {
    const shapeOf = (language: PageLanguage) =>
      readLegalText(name, language, names).sections.map(({ points = [], paragraphs = [] }) => [
        points.length,
        paragraphs.length,
      ]);
    expect(shapeOf('es')).toEqual(shapeOf('en'));
  }
});
