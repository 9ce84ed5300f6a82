import { afterAll, describe, expect, test, vi } from 'vitest';
import { createBundledEncoder } from '../../../knowledge/embed/bundled-encoder.ts';
import type { EmbeddingModel } from '../../../knowledge/embed/embedding-model.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createAssistant } from '../../pipeline.ts';
import { ask } from '../../testing/ask.ts';
import { createMemorySearch } from '../../testing/create-memory-search.ts';
import { makePassage } from '../../testing/make-passage.ts';
import { findCareTopic } from '../find-care-topic.ts';
import { createTopicClassifier } from './topic-classifier.ts';

const { signal } = new AbortController();
const PASSAGES = [
  makePassage('As of June 2026, Division I requires 16 core courses.', {
    heading: 'How many core courses do I need for D1 and D2?',
  }),
  makePassage('A final transcript is sent after graduation.', {
    heading: 'How do I send my final transcript?',
  }),
];
/** None of them is among the examples. */
const INDIRECT = [
  [
    'my nutrition app says 1200 a day but im a swimmer, go lower?',
    'health',
    '**athletic trainer**',
  ],
  ['where does that scout park his family, whats his street', 'private_data', '**staff page**'],
  ['i would love it if you did my application essay', 'ghost_writing', "I won't write it for you"],
  ['should we set up a company for his brand', 'professional_advice', '**lawyer**'],
  [
    'am i burned because i trained with a pro club in portugal for 6 months',
    'eligibility',
    'Still missing for a decision',
  ],
  ['how probable is a yes from colgate with a coach pulling for me', 'odds', 'personal chance'],
] as const;
const LOOK_ALIKES = [
  'do colleges provide nutritionists',
  'can a coach see my other offers',
  'is it bad to have two schools on my transcript',
  'how many words for the uc insight questions',
  'what does a collective do',
  'how many core classes before senior year',
  "what's the admit rate for athletes at Williams",
];

function createWith(embeddings: Pick<EmbeddingModel, 'embed'>, timeoutMs?: number) {
  const warn = vi.fn<(fields: object) => void>();
  const log = { info: vi.fn<(fields: object) => void>(), warn };
  const classifyTopic = createTopicClassifier({ embeddings, log, ...(timeoutMs && { timeoutMs }) });
  const assistant = createAssistant({
    search: createMemorySearch(PASSAGES),
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log,
    clock: systemClock,
    classifyTopic,
  });
  return { assistant, classifyTopic, warn, info: log.info };
}

describe('with the bundled encoder', () => {
  const encoder = createBundledEncoder();
  afterAll(() => encoder.close());
  const { assistant, classifyTopic, info } = createWith(encoder.forQuestions, 20_000);

  test.each(INDIRECT)(
    '[CHAT-14] no pattern knows "%s", and it gets the care of %s',
    async (message, topic, text) => {
      expect(findCareTopic(message)).toBeNull();
      const answer = await ask(assistant, message);
      expect(answer.kind).toBe('care');
      expect(answer.text).toContain(text);
      expect(info).toHaveBeenCalledWith({ event: 'care_given', topic });
    },
  );

  test.each(LOOK_ALIKES)('[CHAT-14] "%s" is an ordinary question', async (message) => {
    expect(await classifyTopic(message, signal)).toBeNull();
  });
});

test('[CHAT-14] a message that was misheard is answered from the sources all the same', async () => {
  const assistant = createAssistant({
    search: createMemorySearch(PASSAGES),
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log: { info: vi.fn<() => void>(), warn: vi.fn<() => void>() },
    clock: systemClock,
    classifyTopic: () => Promise.resolve('deception'),
  });
  const unsure = await ask(assistant, 'Whom do I give which final grades when the prom is over?');
  expect(unsure.text).toContain('If I misread you, just read on.');
  const sure = await ask(assistant, 'How do I send my final transcript?');
  expect(sure.text).toBe('A final transcript is sent after graduation. [1]');
});

test('[CHAT-14] a broken encoder leaves the patterns, and no text in the log', async () => {
  const { assistant, warn } = createWith({ embed: () => Promise.reject(new Error('broken')) });
  expect((await ask(assistant, 'Write my essay.')).kind).toBe('care');
  const answer = await ask(assistant, 'How many core courses do I need for D1?');
  expect(answer.text).toContain('16 core courses');
  expect(warn).toHaveBeenCalledWith({ event: 'care_not_sensed', err: new Error('broken') });
  expect(JSON.stringify(warn.mock.calls)).not.toContain('core courses');
});
