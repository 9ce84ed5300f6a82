import { expect, test } from 'vitest';
import { listMatches } from './retrieve.ts';
import { makeHit } from './testing/make-hit.ts';
import { makePassage } from './testing/make-passage.ts';

const source = { id: 'rules', title: 'Rules', authority: 'NCAA', asOf: '2026-06-13', tags: ['d1'] };
const hit = (found: Parameters<typeof makeHit>[1]) =>
  makeHit(makePassage('Text.', { source }), found);

test('[CHAT-11] a match says who stands behind its source and as of when', () => {
  expect(listMatches({ hits: [hit({ cosine: 0.7 })], terms: [] })).toEqual([
    {
      source: 'Rules',
      source_id: 'rules',
      similarity: 0.7,
      tags: ['d1'],
      authority: 'NCAA',
      as_of: '2026-06-13',
    },
  ]);
});

test('[CHAT-11] eight matches are kept, none of what was only read along with its section', () => {
  const along = { bm25: 0, cosine: null };
  const hits = [hit(along), ...Array.from({ length: 10 }, () => hit({}))];
  expect(listMatches({ hits, terms: [] })).toHaveLength(8);
  expect(listMatches({ hits: [hit(along)], terms: [] })).toEqual([]);
});
