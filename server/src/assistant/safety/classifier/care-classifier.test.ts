import { expect, test, vi } from 'vitest';
import type { EmbeddingModel } from '../../../knowledge/embed/embedding-model.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createAssistant } from '../../pipeline.ts';
import { ask } from '../../testing/ask.ts';
import { createMemorySearch } from '../../testing/create-memory-search.ts';
import { makePassage } from '../../testing/make-passage.ts';
import { CARE_TIMEOUT_MS, createCareClassifier } from './care-classifier.ts';

const PASSAGES = [
  makePassage(
    'As of June 2026, both Division I and Division II require 16 core courses. They must be on the approved list.',
    { heading: 'How many core courses do I need for D1 and D2?' },
  ),
  makePassage('As of June 2026, the minimum core GPA is 2.3 for Division I.', {
    heading: 'What GPA do I need for D1?',
    ordinal: 1,
  }),
];
const QUESTION = 'How many core courses do I need for D1?';

function open(embed: EmbeddingModel['embed'] | undefined) {
  const log = { info: vi.fn<(fields: object) => void>(), warn: vi.fn<(fields: object) => void>() };
  const classifyCare = createCareClassifier({ embeddings: embed && { embed }, log });
  const search = createMemorySearch(PASSAGES);
  const config = { assistantName: 'Avery', productName: 'Pathway' };
  return {
    log,
    classifyCare,
    assistant: createAssistant({ search, config, log, clock: systemClock, classifyCare }),
  };
}

/** An encoder that is too slow for anybody. */
const never: EmbeddingModel['embed'] = (_texts, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
const missing: EmbeddingModel['embed'] = () => Promise.reject(new Error('No weights.'));

test.each([
  ['is slow', never],
  ['fails', missing],
  ['is missing', undefined],
])(
  '[CHAT-14] where the encoder %s, plain words are understood and questions answered',
  async (_, embed) => {
    const { assistant, log } = open(embed);
    const [abuse, question] = await Promise.all([
      ask(assistant, 'our trainer groped me'),
      ask(assistant, QUESTION),
    ]);
    expect(abuse.care).toEqual({ topic: 'abuse', form: 'help' });
    expect(question).toMatchObject({ kind: 'answered', text: expect.stringContaining('16 core') });
    const said = JSON.stringify(log.warn.mock.calls);
    expect(said.includes('care_not_embedded')).toBe(embed !== undefined);
    expect(said).not.toMatch(/groped|core courses/);
  },
);

test('[CHAT-14] a crisis in plain words waits for no encoder, everything else for a second', async () => {
  const limits: AbortSignal[] = [];
  const { assistant } = open((texts, signal) => {
    limits.push(signal);
    return never(texts, signal);
  });
  expect((await ask(assistant, 'I want to kill myself')).care?.topic).toBe('crisis');
  expect(limits).toHaveLength(0);
  expect((await ask(assistant, 'our trainer groped me')).care?.topic).toBe('abuse');
  expect(limits.map(({ reason }) => (reason as Error).name)).toContain('TimeoutError');
  expect(CARE_TIMEOUT_MS).toBe(1_000);
});
