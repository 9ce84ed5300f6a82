import { afterAll, describe, expect, test } from 'vitest';
import { createBundledEncoder } from '../../knowledge/embed/bundled-encoder.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/log/create-logger.ts';
import { createAssistant } from '../create-assistant.ts';
import { DEFAULT_BANDS } from '../decide-band.ts';
import { openStarterSearch } from '../testing/open-starter-search.ts';
import { evaluateAnswers, type Evaluation } from './evaluate-answers.ts';
import { readQuestions } from './read-questions.ts';

const GOLDEN = new URL('../../../../knowledge-base/golden-questions.yaml', import.meta.url);
const TEST_LIMIT_MS = 180_000;

const encoder = createBundledEncoder();
afterAll(() => encoder.close());

async function evaluate(withVectors: boolean): Promise<Evaluation> {
  const { search, titles, close } = await openStarterSearch(withVectors ? encoder : undefined);
  const assistant = createAssistant({
    search,
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log: createLogger('silent'),
    clock: systemClock,
  });
  const titleOf = (file: string) => titles.get(file);
  const deps = { assistant, search, bands: DEFAULT_BANDS, titleOf };
  const file = await readQuestions(GOLDEN);
  const evaluation = await evaluateAnswers(deps, file, AbortSignal.timeout(TEST_LIMIT_MS));
  await close();
  return evaluation;
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
