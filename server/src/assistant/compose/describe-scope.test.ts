import { expect, test } from 'vitest';
import { describeScope } from './describe-scope.ts';

const source = (heading: string) => ({
  n: 1,
  title: 'Dates',
  kind: 'document' as const,
  excerpt: '',
  heading,
});

test('[CHAT-14] a rule of one division is not passed off as everybody’s', () => {
  expect(
    describeScope('When can coaches contact me?', [source('When can D3 coaches call?')]),
  ).toContain('This is what my sources say about D3.');
});

test('[CHAT-14] no warning when the division was asked for, or several are quoted', () => {
  const d3 = source('When can D3 coaches call?');
  expect(describeScope('When can D3 coaches contact me?', [d3])).toBe('');
  expect(describeScope('When can coaches contact me?', [d3, source('Division II dates')])).toBe('');
  expect(describeScope('What is a dead period?', [source('What is a dead period?')])).toBe('');
});
