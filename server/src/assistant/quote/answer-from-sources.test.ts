import { expect, test } from 'vitest';
import type { PassageHit } from '../../knowledge/search/passage.ts';
import { makePassage } from '../testing/make-passage.ts';
import { suggestQuestions } from './answer-from-sources.ts';

const NONE: ReadonlySet<number> = new Set();
function hitUnder(heading: string, cosine: number | null = 0.6, coverage = 0): PassageHit {
  return { passage: makePassage('Text.', { heading }), bm25: 1, coverage, cosine, score: 1 };
}

test('[CHAT-11] headings that are questions are offered, best first, each once, three at most', () => {
  const headings = ['What is a visit?', 'Visits', 'Who pays?', 'What is a visit?', 'When?', 'Why?'];
  const hits = headings.map((heading) => hitUnder(heading));
  expect(suggestQuestions(hits, { quoted: NONE })).toEqual([
    'What is a visit?',
    'Who pays?',
    'When?',
  ]);
});

test('what is quoted already, under whichever part of its heading, is not offered', () => {
  const hits = ['Who pays?', 'Who pays?', 'When?'].map((heading) => hitUnder(heading));
  const [first] = hits;
  expect(suggestQuestions(hits, { quoted: new Set([first?.passage.id ?? 0]) })).toEqual(['When?']);
});

test('what is far from the question by words and by meaning is not offered', () => {
  const hits = [hitUnder('Far?', 0.2), hitUnder('Near?', 0.45), hitUnder('Named?', null, 0.5)];
  expect(suggestQuestions(hits, { quoted: NONE })).toEqual(['Near?', 'Named?']);
});
