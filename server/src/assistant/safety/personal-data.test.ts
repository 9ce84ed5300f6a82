import { expect, test } from 'vitest';
import { isMasked, maskPersonalData } from './personal-data.ts';

test.each([
  ['My number is 512-555-0134, call me', 'My number is [phone number], call me'],
  ['text (512) 555 0134', 'text [phone number]'],
  ['+1 512.555.0134 is my cell', '[phone number] is my cell'],
  ['5125550134', '[phone number]'],
  ['15125550134 or 512 5550134', '[phone number] or [phone number]'],
  ['my ssn is 123-45-6789', 'my ssn is [number]'],
  ['social security number 123456789', '[number]'],
  ['card 4111 1111 1111 1111', 'card [number]'],
  ['mail me at ann.lee@example.org please', 'mail me at [e-mail address] please'],
  ['I live at 12 oak hill road', 'I [address]'],
  ['We are at 1204 North Maple Street in Austin', 'We are at [address] in Austin'],
  ['866-200-0796 or 512-555-0134?', '866-200-0796 or [phone number]?'],
  ['9 Elm St is my home', '[address] is my home'],
])('%j is read as %j', (text, masked) => {
  expect(maskPersonalData(text)).toBe(masked);
  expect(isMasked(masked)).toBe(true);
});

test.each([
  'How many core courses do I need for D1?',
  'Is a 2.3 enough, or do I need 3.0 in 16 courses?',
  'Do I call 988 or text 741741?',
  'The helpline 866-200-0796 did not answer',
  'Who answers at 1-800-422-4453, and who at 1-866-200-0796?',
  'Is the cap $20.5 million or 21300000 dollars?',
  'How do the 16 core courses in 2026-27 work, and 10 by the 7th semester?',
  'What happened on 2024-10-09?',
  'Can I take 2 visits in a way that works?',
  'Does a 3.25 GPA with 1200 SAT work?',
])('%j stays as it is', (text) => {
  expect(maskPersonalData(text)).toBe(text);
  expect(isMasked(text)).toBe(false);
});
