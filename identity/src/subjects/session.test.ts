import { expect, test } from 'vitest';
import { labelBrowser } from './session.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Linux (Firefox)'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'iOS (Safari)',
  ],
  ['curl/8.0', undefined],
  ['x', undefined],
])('[IDP-13] %s is listed as %s', (userAgent, label) => {
  expect(labelBrowser(userAgent)).toBe(label);
});
