import { expect, test } from 'vitest';
import type { Question } from '../../server/src/assistant/answer.ts';
import { createMemorySearch } from '../../server/src/assistant/testing/create-memory-search.ts';
import { makePassage } from '../../server/src/assistant/testing/make-passage.ts';
import { askQuestion } from './ask-question.ts';

const PASSAGES = [
  makePassage('A grade of 2.3 is asked for in Division I.', { heading: 'What grade?' }),
  makePassage('Ten of the courses come early.', { heading: 'Which courses?' }),
];

function openProduct() {
  const asked: Pick<Question, 'text' | 'history'>[] = [];
  const assistant = {
    async answer({ text, history }: Question) {
      asked.push({ text, history });
      return { kind: 'answered' as const, text: `On ${text}`, sources: [], matches: [] };
    },
  };
  return { asked, assistant, search: createMemorySearch(PASSAGES) };
}

const under = (heading: string | null | undefined) => ({ place: '', text: `Whole: ${heading}` });
const user = (content: string) => ({ role: 'user' as const, content });
const assistant = (content: string) => ({ role: 'assistant' as const, content });

test('earlier questions are asked first, and their answers stand before the follow-up', async () => {
  const product = openProduct();
  const history = [user('first'), assistant('as written'), user('second')];
  const { answer } = await askQuestion(
    product,
    { question: 'third', history, language: 'en' },
    { under },
  );
  expect(answer.text).toBe('On third');
  expect(product.asked).toEqual([
    { text: 'second', history: history.slice(0, 2) },
    { text: 'third', history: [...history, assistant('On second')] },
  ]);
});

test('the baseline shows whole sections, found by the question and the earlier ones', async () => {
  const history = [user('what grade do I need')];
  const given = await askQuestion(
    openProduct(),
    { question: 'and courses?', history, language: 'en' },
    { under },
  );
  expect(given.naive.split('\n').toSorted()).toEqual([
    'Whole: What grade?',
    'Whole: Which courses?',
  ]);
});

test('a topic that search takes for absent has no chance', async () => {
  const product = openProduct();
  const found = (isAbsent: boolean) => ({
    ...product.search,
    async search() {
      const [passage = makePassage('')] = PASSAGES;
      const hit = {
        passage,
        utility: 1,
        bm25: 1,
        cosine: null,
        section: 'one',
        probability: 0.7,
      };
      return { hits: [hit], terms: [], isAbsent };
    },
  });
  const chance = async (isAbsent: boolean) => {
    const question = { question: 'What grade?', history: [], language: 'es' };
    const given = await askQuestion({ ...product, search: found(isAbsent) }, question, { under });
    return given.firstHit;
  };
  expect(await chance(false)).toEqual({ heading: 'What grade?', probability: 0.7 });
  expect(await chance(true)).toEqual({ heading: 'What grade?', probability: 0 });
});
