import { expect, test } from 'vitest';
import type { Report } from '../operator-command.ts';
import { createProgress } from './create-progress.ts';

function watch(given: { documents: number; makesVectors: boolean }) {
  const clock = { ms: 0 };
  const told: Report[] = [];
  const progress = createProgress({
    ...given,
    report: (one) => told.push(one),
    now: () => clock.ms,
  });
  return { clock, progress, last: () => told.at(-1) };
}

test('[DOC-09] one bar tells file, pages and passages, then rate and time left', () => {
  const { clock, progress, last } = watch({ documents: 2, makesVectors: true });
  progress.read('Guide.pdf');
  expect(last()).toEqual({
    kind: 'progress',
    label: 'Guide.pdf',
    done: 0,
    total: 2,
    share: 0,
    facts: ['0 pages', '0 passages'],
  });
  progress.add({ pages: 1, passages: 80 });
  progress.read('Rules.docx');
  expect(last()).toMatchObject({ share: 0.05, facts: ['1 page', '80 passages'] });
  progress.add({ pages: 17, passages: 120 });
  progress.embed(0, 200);
  expect(last()).toMatchObject({ label: 'passages', share: 0.1, facts: [] });
  clock.ms = 10_000;
  progress.embed(80, 200);
  expect(last()).toMatchObject({ done: 80, total: 200, facts: ['8.0/s', '15 s left'] });
  expect(last()).toHaveProperty('share', expect.closeTo(0.46, 8));
  clock.ms = 100_000;
  progress.embed(100, 200);
  expect(last()).toMatchObject({ facts: ['1.0/s', '2 min left'] });
  clock.ms = 10_000_000;
  progress.embed(101, 200);
  expect(last()).toMatchObject({ facts: ['0.0/s', '2 h 44 min left'] });
  progress.end();
  expect(last()).toEqual({ kind: 'progress', label: 'done', done: 1, total: 1 });
});

test('[DOC-09] without vectors reading is the whole, without documents the vectors are', () => {
  const reading = watch({ documents: 2, makesVectors: false });
  reading.progress.read('Guide.pdf');
  reading.progress.add({ pages: 3, passages: 4 });
  expect(reading.last()).toMatchObject({ share: 0.5 });
  const embedding = watch({ documents: 0, makesVectors: true });
  embedding.progress.embed(1, 4);
  expect(embedding.last()).toMatchObject({ share: 0.25 });
});
