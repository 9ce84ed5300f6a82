import { describe, expect, test } from 'vitest';
import { addTags, completeTag, listKnownTags, suggestTags } from './tags.ts';

describe('[DOC-04] tags', () => {
  test.each([
    ['a comma separates', ['x'], 'a, b,,c ', [], ['x', 'a', 'b', 'c']],
    ['none twice, in whatever case', ['NCAA'], 'ncaa, Aid, aid', [], ['NCAA', 'Aid']],
    ['as it is known', [], 'ncaa', ['NCAA'], ['NCAA']],
  ])('%s', (_, tags, text, known, all) => {
    expect(addTags(tags, text, known)).toEqual(all);
  });

  test('nothing new returns the very same list', () => {
    const tags = ['x'];
    expect(addTags(tags, ' X, ,', [])).toBe(tags);
  });

  test('are known by their first spelling, in order', () => {
    expect(listKnownTags([{ tags: ['b', 'A'] }, { tags: ['a', 'B', 'c'] }])).toEqual([
      'A',
      'b',
      'c',
    ]);
  });

  test('are suggested by what is typed last, but none that is there already', () => {
    const known = ['aid', 'fafsa', 'AID forms'];
    expect(suggestTags(known, '')).toEqual([]);
    expect(suggestTags(known, 'news, ')).toEqual([]);
    expect(suggestTags(known, 'news, ai')).toEqual(['aid', 'AID forms']);
    expect(suggestTags(known, 'Aid')).toEqual(['AID forms']);
    expect(suggestTags(known, 'a', ['FAFSA'])).toEqual(['aid', 'AID forms']);
    expect(suggestTags(known, 'fo')).toEqual(['AID forms']);
    expect(suggestTags(['core', 'redshirt'], 're')).toEqual(['redshirt', 'core']);
  });

  test.each([
    ['ai', 'aid, '],
    ['news,ai', 'news, aid, '],
    ['news, a', 'news, aid, '],
  ])('%j is completed to %j', (text, completed) => {
    expect(completeTag(text, 'aid')).toBe(completed);
  });
});
