import { expect, test } from 'vitest';
import { toTerms } from '../../words/to-terms.ts';
import { analyzeQuestion } from '../analyze-question.ts';
import { createQuestionExpander } from './expand-question.ts';

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
