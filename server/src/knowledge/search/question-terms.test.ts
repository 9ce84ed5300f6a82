import { expect, test } from 'vitest';
import { toTerms } from '../words/to-terms.ts';
import { analyzeQuestion, createQuestionExpander, chooseTerms } from './question-terms.ts';

const expand = createQuestionExpander();
const searchedBesides = (question: string) => expand(analyzeQuestion(question)).fromThesaurus;

test.each([
  ['nobody wrote back', 'answers silence'],
  ['left me on read', 'answers silence'],
  ['is this guy legit or sus', 'fake fraud'],
  ['they pulled my offer', 'withdraw'],
  ['can he dm me', 'contact message'],
  ['how long should my hudl be', 'highlight video'],
  ['we make too much', 'income need'],
  ['who pays if they put us up', 'lodging night'],
  ['im a softmore', 'sophomore'],
  ['is there a cap on parent loans', 'limit plus'],
])('[CHAT-11] %j is searched as %j, too', (question, expected) => {
  expect(searchedBesides(question)).toEqual(expect.arrayContaining(toTerms(expected)));
});

test('a word of a phrase alone is not searched as the phrase', () => {
  expect(searchedBesides('he put it back and wrote a song')).toEqual([]);
  expect(searchedBesides('he wrote, then got back')).not.toContain('silenc');
});

test.each(['Which office do I ask?', 'the range of times', 'how do I notice it', 'five minutes'])(
  '%j shares its stem with a word of chats and is searched as nothing else',
  (question) => expect(searchedBesides(question)).toEqual([]),
);

test('what is asked in a document’s own words is not looked up again', () => {
  const { phrases, fromThesaurus } = expand(analyzeQuestion('Is a film a highlight video?'));
  expect(phrases.map(({ of }) => of)).toContainEqual(['film']);
  expect(fromThesaurus).not.toContain('video');
});

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
