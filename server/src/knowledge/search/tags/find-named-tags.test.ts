import { expect, test } from 'vitest';
import { findNamedTags } from './find-named-tags.ts';

const TAGS = ['core-courses', 'NAIA', 'visits', 'the', '***', 'financial aid', 'é', 'aid'];

test.each([
  ['Is chemistry a core course?', ['core-courses']],
  ['Which courses are core?', []],
  ['What does the NAIA’s center ask?', ['NAIA']],
  ['How long is an official visit?', ['visits']],
  ['Who gets financial aid?', ['financial aid', 'aid']],
  ['Who gets aid?', ['aid']],
  ['Is there a raid?', []],
  ['the', []],
  ['', []],
])('[CHAT-11] %j names the tags %j', (question, named) => {
  expect(findNamedTags(question, TAGS)).toEqual(named);
});
