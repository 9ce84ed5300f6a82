import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resourceFile } from '../../platform/read-resource-lines.ts';
import { toTerms } from '../words/to-terms.ts';
import { tokenize } from '../words/tokenize.ts';
import { loadThesaurus, readThesaurus, toPhraseKey } from './thesaurus.ts';

const ENGLISH = resourceFile('common-words.txt');
const DOCUMENTS = new URL('../../../../knowledge-base/', import.meta.url);
/** Words of federal aid forms that are not among the commonest of English. */
const OF_FORMS = `asylee daca fws intersession noncitizen noncredit overaward overpayment
  postbaccalaureate ssn stepparent tanf unsubsidized juco waitlist`.split(/\s+/);

function readKnownWords(): Set<string> {
  const documents = readdirSync(DOCUMENTS)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(new URL(name, DOCUMENTS), 'utf8'));
  return new Set([
    ...tokenize([readFileSync(ENGLISH, 'utf8'), ...documents].join('\n')),
    ...OF_FORMS,
  ]);
}

test('[CHAT-11] what a question is searched as besides is written in words that documents hold', () => {
  const known = readKnownWords();
  const unknown = readThesaurus()
    .flatMap(({ written }) => tokenize(written))
    .filter((word) => !known.has(word));
  expect(unknown).toEqual([]);
});

test('no phrase stands twice under one meaning, or says no more than the meaning itself', () => {
  const idle = readThesaurus().flatMap(({ written, said }) => {
    const keys = said.map(toPhraseKey);
    const adds = (phrase: string) =>
      toTerms(written).some((term) => !toTerms(phrase).includes(term));
    return said.filter((phrase, index) => keys.indexOf(keys[index] ?? '') < index || !adds(phrase));
  });
  expect(idle).toEqual([]);
});

test('a phrase is known in any form of its words, with all it can mean', () => {
  const { related, longestPhrase } = loadThesaurus();
  expect(related.get(toPhraseKey('Fly us out'))).toEqual(
    expect.arrayContaining(toTerms('official visit')),
  );
  expect(toPhraseKey('pulled my offer')).toBe(toPhraseKey('pull my offers'));
  expect(related.get(toPhraseKey('pwo'))).toEqual(
    expect.arrayContaining(toTerms('preferred walk')),
  );
  expect(longestPhrase).toBeGreaterThan(3);
});
