import { expect, test } from 'vitest';
import { webAddress } from './web-address.ts';

test.each(['https://ncaa.org/a?b#c', 'http://localhost:8080/', 'HTTPS://NCAA.ORG/'])(
  '[CHAT-13] %s is a web address',
  (address) => {
    expect(webAddress(address)?.href).toBe(new URL(address).href);
  },
);

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@b.test',
  '//ncaa.org/',
  '/guide',
  '#top',
  'ncaa.org',
  'https://user@ncaa.org/',
  'https://user:pass@ncaa.org/',
  'https://',
  ' https://ncaa.org',
  '',
  null,
  undefined,
])('[CHAT-13] %j is none', (address) => {
  expect(webAddress(address)).toBeNull();
});
