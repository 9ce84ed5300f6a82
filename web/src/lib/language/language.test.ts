import { expect, test } from 'vitest';
import { chooseLanguage } from './language.ts';

const NOTHING = { address: null, remembered: null, browser: [] };

test.each([
  ['English without any wish', NOTHING, 'en'],
  ['the address before all', { address: 'es', remembered: 'en', browser: ['en'] }, 'es'],
  [
    'the remembered choice before the browser',
    { ...NOTHING, remembered: 'en', browser: ['es'] },
    'en',
  ],
  [
    'the first language of the browser that we speak',
    { ...NOTHING, browser: ['fr-CA', 'es-MX', 'en'] },
    'es',
  ],
  ['the language of a region', { ...NOTHING, address: 'ES-419' }, 'es'],
  ['English when the address asks for none of ours', { ...NOTHING, address: 'tlh' }, 'en'],
  ['English when a name is no language at all', { ...NOTHING, address: 'constructor' }, 'en'],
] as const)('%s', (_, wishes, language) => {
  expect(chooseLanguage(wishes)).toBe(language);
});
