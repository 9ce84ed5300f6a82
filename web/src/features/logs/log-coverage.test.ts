import type { ChatLog } from '@pathway/contract/logs';
import { expect, test } from 'vitest';
import {
  findRepeatedQuestions,
  findUnusedSources,
  findWeakQuestions,
  listUsed,
} from './log-coverage.ts';
import { withTimes } from './log-filters.ts';

function ask(prompt: string, matches: ChatLog['matches'] = []): ChatLog {
  return {
    id: prompt,
    timestamp: '2026-11-20T10:00:00Z',
    user_type: 'free_auth',
    session_id: 's',
    prompt,
    response: '',
    matches,
    feedback: '',
    feedback_text: '',
    feedback_timestamp: null,
  };
}
const found = (similarity: number | null, source = 'a') => [{ source, similarity }];

test('[LOG-06] questions with no or weak sources are told, the most frequent first', () => {
  const logs = withTimes([
    ask('Strong', [...found(0.2), ...found(0.5)]),
    ask('weak?', found(0.49)),
    ask('No score', found(null)),
    ask('Nothing'),
    ask('Weak', found(0.1)),
  ]);
  expect(findWeakQuestions(logs)).toEqual([
    { prompt: 'weak?', similarity: 0.49, count: 2 },
    { prompt: 'No score', similarity: null, count: 1 },
    { prompt: 'Nothing', similarity: null, count: 1 },
  ]);
});

test('[LOG-06] what nothing was quoted for is weak, and what was last rated helpful is left out', () => {
  const answered = (prompt: string, rest: Partial<ChatLog>) => ({
    ...ask(prompt, found(0.9)),
    ...rest,
  });
  const logs = withTimes([
    answered('Quoted', { response: 'So it is. [1]' }),
    answered('Not covered', { response: 'I do not know.' }),
    answered('Got better', { feedback: 'up' }),
    answered('got better?', { response: 'I do not know.', feedback: 'down' }),
    answered('Got worse', { response: 'I do not know.', feedback: 'down' }),
    answered('Got worse', { response: 'I do not know.', feedback: 'up' }),
  ]);
  expect(findWeakQuestions(logs).map(({ prompt }) => prompt)).toEqual(['Got worse', 'Not covered']);
  expect(findRepeatedQuestions(logs).map(({ prompt }) => prompt)).toEqual(['Got worse']);
});

test('[LOG-06] logs without a question ask nothing', () => {
  const logs = withTimes([ask(''), ask(' ')]);
  expect(findWeakQuestions(logs)).toEqual([]);
  expect(findRepeatedQuestions(logs)).toEqual([]);
});

test('[LOG-06] questions asked again are counted whatever their case and punctuation', () => {
  const logs = withTimes(
    ['A visit?', 'Once', 'a  VISIT!', 'École', 'école.', 'a visit'].map((p) => ask(p)),
  );
  expect(findRepeatedQuestions(logs)).toEqual([
    { prompt: 'A visit?', count: 3 },
    { prompt: 'École', count: 2 },
  ]);
  const many = Array.from({ length: 24 }, (_, index) => ask(`Question ${index % 12}`));
  expect(findRepeatedQuestions(withTimes(many))).toHaveLength(10);
});

test('[LOG-06] sources are unused when no log names their id, nor, without ids, their name', () => {
  const logs = withTimes([
    ask('x', [{ source: 'Renamed', source_id: '1', similarity: 1 }]),
    ask('y', found(1, 'Old name')),
  ]);
  const sources = ['Guide', 'Old name', 'Never'].map((name, index) => ({
    id: String(index + 1),
    name,
  }));
  expect(findUnusedSources(listUsed(logs), sources)).toEqual([{ id: '3', name: 'Never' }]);
});
