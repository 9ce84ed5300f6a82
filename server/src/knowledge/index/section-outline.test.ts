import { expect, test } from 'vitest';
import { outlinePassages } from './section-outline.ts';

const passage = (headingPath: string[], text: string) => ({
  title: 'aid guide',
  headingPath,
  text,
});
const outline = (...passages: ReturnType<typeof passage>[]) =>
  outlinePassages(passages).map(({ heading, text }) => [heading, text]);

test('sections are the passages under one nearest heading, in order', () => {
  const sections = outlinePassages([
    passage([], 'Foreword.'),
    passage(['Calls'], 'June 15.'),
    passage(['Money', 'Loans'], 'Paid back.'),
    passage(['Money', 'Grants'], 'Free.'),
  ]);
  expect(sections).toEqual([
    { ordinal: 0, title: 'aid guide', heading: 'Calls', text: 'June 15.' },
    { ordinal: 1, title: 'aid guide', heading: 'Loans', text: 'Paid back.' },
    { ordinal: 2, title: 'aid guide', heading: 'Grants', text: 'Free.' },
  ]);
});

test('a sentence that a passage repeats of the one before it is said once', () => {
  expect(
    outline(
      passage(['Calls'], 'First. Second part.'),
      passage(['Calls'], 'Second part. Third.'),
      passage(['Calls'], 'Third.'),
      passage(['Visits'], 'A trip.'),
    ),
  ).toEqual([
    ['Calls', 'First. Second part.\nThird.'],
    ['Visits', 'A trip.'],
  ]);
});

test('what stands under the title alone is no section: as the file is named, or as everything stands under it', () => {
  expect(outline(passage(['Aid Guide'], 'About us.'), passage(['Calls'], 'June 15.'))).toEqual([
    ['Calls', 'June 15.'],
  ]);
  expect(
    outline(passage(['All of aid'], 'About us.'), passage(['All of aid', 'Calls'], 'June 15.')),
  ).toEqual([['Calls', 'June 15.']]);
  expect(outline(passage([], 'No headings.'), passage([], 'At all.'))).toEqual([]);
});

test('a heading that comes twice names no section, wherever it stands', () => {
  expect(
    outline(
      passage(['D1', 'Calls'], 'June 15.'),
      passage(['D1', 'Visits'], 'August 1.'),
      passage(['D2', 'Calls'], 'June 15.'),
      passage(['D3'], 'Any time.'),
    ),
  ).toEqual([
    ['Visits', 'August 1.'],
    ['D3', 'Any time.'],
  ]);
});
