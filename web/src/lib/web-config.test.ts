import { expect, test } from 'vitest';
import { TEST_CONFIG } from '../test-support/render-app.tsx';
import { readWebConfig } from './web-config.ts';

function pageWith(content: string | null): Document {
  document.head.innerHTML = '';
  if (content !== null) {
    const meta = document.createElement('meta');
    meta.name = 'app-config';
    meta.content = content;
    document.head.append(meta);
  }
  return document;
}

test('the names and addresses that the server wrote are used', () => {
  expect(readWebConfig(pageWith(JSON.stringify(TEST_CONFIG)))).toEqual(TEST_CONFIG);
});

test.each([[null], ['__APP_CONFIG__']])('a page with %j gets the defaults', (content) => {
  expect(readWebConfig(pageWith(content))).toMatchObject({
    productName: 'Pathway',
    assistantName: 'Avery',
    consentVersion: '2025-06-30',
    signInUrl: `${window.location.origin}/identity`,
    termsUrl: '/legal/terms',
    privacyUrl: '/legal/privacy',
    contactName: '',
    contactUrl: '',
  });
});

test('a broken configuration is refused, not guessed', () => {
  expect(() => readWebConfig(pageWith('{"productName":"X"}'))).toThrow(/assistantName/);
});
