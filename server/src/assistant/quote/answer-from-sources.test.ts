import { expect, test } from 'vitest';
import { makeHit } from '../testing/make-hit.ts';
import { makePassage } from '../testing/make-passage.ts';
import { suggest } from './answer-from-sources.ts';

const NONE: ReadonlySet<number> = new Set();
const hitUnder = (heading: string, probability = 0.6) =>
  makeHit(makePassage('Text.', { heading }), { probability });

test('[CHAT-14] without an answer the nearest headings that are questions are offered, each once', () => {
  const headings = ['What is a visit?', 'Visits', 'Who pays?', 'What is a visit?', 'When?', 'Why?'];
  const hits = headings.map((heading) => hitUnder(heading));
  expect(suggest(hits, NONE)).toEqual({ suggestions: ['What is a visit?', 'Who pays?', 'When?'] });
});

test('[CHAT-11] beside an answer the next two are offered, without the heading that is answered', () => {
  const hits = ['Who pays?', 'Who pays?', 'When?', 'Why?', 'How?'].map((one) => hitUnder(one));
  const [first] = hits;
  const quoted = new Set([first?.passage.id ?? 0]);
  expect(suggest(hits, quoted)).toEqual({ suggestions: ['When?', 'Why?'] });
});

test('[CHAT-11] what is far less likely than the best section, or hardly at all, is not offered', () => {
  const likely = [hitUnder('Asked?', 0.9), hitUnder('Near?', 0.5), hitUnder('Far?', 0.1)];
  expect(suggest(likely, new Set([likely[0]?.passage.id ?? 0]))).toEqual({
    suggestions: ['Near?'],
  });
  expect(suggest([hitUnder('Nothing?', 0.001)], NONE)).toEqual({});
});
