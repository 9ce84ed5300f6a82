import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { findRelated, readThesaurus, toPhraseKey } from './thesaurus.ts';
import { toTerms } from './to-terms.ts';

test('no phrase stands twice under one meaning, or says no more than the meaning itself', () => {
  const idle = readThesaurus().flatMap(({ written, said }) => {
    const keys = said.map(toPhraseKey);
    const adds = (phrase: string) =>
      toTerms(written).some((term) => !toTerms(phrase).includes(term));
    return said.filter((phrase, index) => keys.indexOf(keys[index] ?? '') < index || !adds(phrase));
  });
  expect(idle).toEqual([]);
});

test('[CHAT-11] a phrase is known in any form of its words, with all it can mean, and what the question says itself is left out', () => {
  const related = findRelated('Will they fly us out?');
  for (const term of toTerms('official visit')) {
    expect([...(related.get(term) ?? [])]).toEqual(expect.arrayContaining(['fly', 'out']));
  }
  expect(toPhraseKey('pulled my offer')).toBe(toPhraseKey('pull my offers'));
  expect(findRelated('a full ride grant').has('grant')).toBe(false);
  expect(findRelated('xylophone')).toEqual(new Map());
});

test('a thesaurus that is none says file and line', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'thesaurus-')), 'thesaurus.yaml');
  writeFileSync(file, 'parent: mom\nvisit: [campus]\n');
  expect(() => readThesaurus(pathToFileURL(file))).toThrow(/thesaurus\.yaml:2/);
});
