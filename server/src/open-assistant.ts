import type { Registry } from 'prom-client';
import type { Assistant } from './assistant/answer.ts';
import { createAnswerMeter } from './assistant/answer-meter.ts';
import { createAssistant } from './assistant/create-assistant.ts';
import { DEFAULT_BANDS, type Bands } from './assistant/decide-band.ts';
import { createCareSense } from './assistant/guards/care/create-care-sense.ts';
import { createDangerSense } from './assistant/guards/danger/create-danger-sense.ts';
import { createModelBreaker } from './assistant/model/create-model-breaker.ts';
import { DEFAULT_MODEL_LIMITS } from './assistant/model/model-limits.ts';
import { createTokenBudget, type TokenBudget } from './assistant/model/token-budget.ts';
import { createPassageSearch } from './knowledge/search/create-passage-search.ts';
import type { PassageSearch } from './knowledge/search/passage.ts';
import { createChatModel } from './platform/models/create-chat-model.ts';
import type { ModelAddress } from './platform/models/model-address.ts';
import type { Services } from './services.ts';

interface OpenAssistant {
  assistant: Assistant;
  search: PassageSearch;
  bands: Bands;
  warmUp(): Promise<void>;
}

/**
 * The assistant as the settings describe it, and the search it stands on. `warmUp` loads a model's code before
 * the first question needs it. `budget` takes the place of the settings' one;
 * only with `metrics` are answers counted.
 */
export function openAssistant(
  services: Services,
  { budget, metrics }: { budget?: TokenBudget; metrics?: Registry } = {},
): OpenAssistant {
  const { config, log, clock, database, encoder, guardEncoder } = services;
  const { db } = database;
  const search = createPassageSearch({ db, embeddings: encoder?.forQuestions, log });
  const bands = config.answerBands ?? DEFAULT_BANDS;
  const answering = config.chatModel && openModel(services, config.chatModel, budget);
  const isModelPaused = () => answering?.breaker.isPaused() ?? false;
  const assistant = createAssistant({
    search,
    config: { ...config.web, bands },
    log,
    clock,
    ...(guardEncoder && {
      senseDanger: createDangerSense({ embeddings: guardEncoder.forQuestions, log }),
      senseCare: createCareSense({ embeddings: guardEncoder.forQuestions, log }),
    }),
    ...(metrics && { meter: createAnswerMeter(metrics, { isModelPaused }) }),
    ...(answering && { model: answering }),
  });
  return { assistant, search, bands, warmUp: async () => answering?.model.prepare() };
}

function openModel(
  { config, clock, database: { db } }: Services,
  address: ModelAddress,
  given: TokenBudget | undefined,
) {
  const { chatTokensPerDay, chatTokensPerUserPerDay, chatPassageTokens } = config.limits;
  const budget =
    given ??
    createTokenBudget(
      { db, clock },
      { perDay: chatTokensPerDay, perUserPerDay: chatTokensPerUserPerDay },
    );
  const limits = { ...DEFAULT_MODEL_LIMITS, passageTokens: chatPassageTokens };
  return {
    model: createChatModel(address),
    budget,
    breaker: createModelBreaker({ clock }),
    limits,
  };
}
