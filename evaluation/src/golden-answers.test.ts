import { afterAll, describe, expect, test } from 'vitest';
import { askQuestions, measureCoverages } from '../../server/src/assistant/ask-questions.ts';
import { defaultDecision } from '../../server/src/assistant/coverage.ts';
import { createAssistant } from '../../server/src/assistant/pipeline.ts';
import { createCareClassifier } from '../../server/src/assistant/safety/classifier/care-classifier.ts';
import { openStarterSearch } from '../../server/src/assistant/testing/open-starter-search.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { createLogger } from '../../server/src/platform/log/create-logger.ts';
import { evaluateAnswers, listMeasured, type Evaluation } from './evaluate-answers.ts';
import { QUESTION_FILES, readQuestions } from './read-questions.ts';

const TEST_LIMIT_MS = 900_000;

const encoder = createBundledEncoder();
afterAll(() => encoder.close());

async function evaluate(withVectors: boolean): Promise<Evaluation> {
  const { search, titles, close } = await openStarterSearch(withVectors ? encoder : undefined);
  const log = createLogger('silent');
  const assistant = createAssistant({
    search,
    classifyCare: createCareClassifier({
      embeddings: encoder.forQuestions,
      log,
      timeoutMs: TEST_LIMIT_MS,
    }),
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log,
    clock: systemClock,
  });
  const file = await readQuestions(QUESTION_FILES.golden);
  const signal = AbortSignal.timeout(TEST_LIMIT_MS);
  const texts = file.questions.map(({ question }) => question);
  const answers = await askQuestions(assistant, texts, signal);
  const coverages = await measureCoverages(search, listMeasured(file), signal);
  await close();
  const limits = defaultDecision();
  return evaluateAnswers(file, { answers, coverages, limits }, (name) => titles.get(name));
}

describe.each([
  ['words and vectors', true, 0.95],
  ['words alone', false, 0.9],
] as const)('on %s', (_name, withVectors, aucMin) => {
  test(
    '[CHAT-11, CHAT-13, CHAT-14] the golden questions are answered as the goals demand',
    { timeout: TEST_LIMIT_MS },
    async () => {
      const { figures, judgements, calibration } = await evaluate(withVectors);
      expect(judgements).toHaveLength(109);
      expect(figures.filter(({ isReached }) => !isReached)).toEqual([]);
      expect(calibration?.auc).toBeGreaterThan(aucMin);
    },
  );
});
