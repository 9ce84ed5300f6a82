import { expect, test } from 'vitest';
import { chooseTerms } from './choose-terms.ts';

const statistics = (frequencies: Record<string, number>) => ({
  collection: { passages: 100_000, words: 10_000_000 },
  documentFrequencies: new Map(Object.entries(frequencies)),
});
const namesOf = (chosen: readonly { term: string }[]) => chosen.map(({ term }) => term);

test('unknown terms are left out; related ones count in the expanded question only', () => {
  const known = statistics({ loan: 10, debt: 10 });
  const chosen = chooseTerms(['loan', 'yacht'], new Map([['debt', 0.5]]), known);
  expect(namesOf(chosen)).toEqual(['loan', 'debt']);
  expect(chosen[1]).toMatchObject({ isAsked: false, weight: (chosen[0]?.weight ?? 0) / 2 });
});

test('a question that would read too much loses related words first, then its commonest', () => {
  const known = statistics({ rare: 5, common: 35_000, commoner: 40_000, related: 19_000 });
  const related = new Map([['related', 0.5]]);
  expect(namesOf(chooseTerms(['common', 'rare'], related, known))).toEqual(['rare', 'common']);
  expect(namesOf(chooseTerms(['commoner', 'common', 'rare'], related, known))).toEqual([
    'rare',
    'common',
  ]);
});

test('a related word that much of the collection holds is not searched', () => {
  const known = statistics({ rare: 5, common: 20_000 });
  expect(namesOf(chooseTerms(['rare'], new Map([['common', 0.5]]), known))).toEqual(['rare']);
});

test('the rarest known word stays however common it is', () => {
  const known = statistics({ student: 90_000 });
  expect(namesOf(chooseTerms(['student'], new Map(), known))).toEqual(['student']);
});
