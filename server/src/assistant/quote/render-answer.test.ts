import { expect, test } from 'vitest';
import { renderQuote } from './render-answer.ts';
import { readTextUnits } from './text-unit.ts';

const render = (text: string) => renderQuote({ units: readTextUnits(text), n: 2 });

test('[CHAT-13] sentences become prose that ends with the citation', () => {
  expect(render('One rule. Another rule.')).toBe('One rule. Another rule. [2]');
});

test('[CHAT-14] a heading that is answered stands in bold before its answer', () => {
  const units = readTextUnits('No. Coaches may still write.');
  expect(renderQuote({ units, n: 1, heading: 'Does a quiet period *end* calls?' })).toBe(
    String.raw`**Does a quiet period \*end\* calls?** No. Coaches may still write. [1]`,
  );
});

test('[CHAT-13] a list stays a list, numbers included', () => {
  expect(render('Bring:\n- papers\n- film')).toBe('Bring:\n\n- papers\n- film [2]');
  expect(render('1. Write.\n2. Call.')).toBe('1. Write.\n2. Call. [2]');
});

test('[CHAT-13] rows that share their columns become a table with the citation in its last cell', () => {
  const rows = ['Football | Limit: 105', 'Soccer | Limit: 28', 'Golf | Limit: 9'];
  expect(render(rows.map((row) => `Sport: ${row}`).join('\n'))).toBe(
    [
      '| Sport | Limit |',
      '| --- | --- |',
      '| Football | 105 |',
      '| Soccer | 28 |',
      '| Golf | 9 [2] |',
    ].join('\n'),
  );
});

test('[CHAT-13] one or two rows need no table', () => {
  expect(render('Sport: Football | Limit: 105\nSport: Soccer | Limit: 28')).toBe(
    '- Sport: Football; Limit: 105\n- Sport: Soccer; Limit: 28 [2]',
  );
});

test('[CHAT-13] rows with different columns become a list', () => {
  expect(render('Sport: Football | Limit: 105\nalone | pair\nSport: Golf | Limit: 9')).toBe(
    '- Sport: Football; Limit: 105\n- alone; pair\n- Sport: Golf; Limit: 9 [2]',
  );
});
