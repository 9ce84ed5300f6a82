import type { Registry } from 'prom-client';
import { createAnswerMeter } from '../assistant/answer-meter.ts';
import { defaultDecision } from '../assistant/coverage.ts';
import { DEFAULT_MODEL_LIMITS } from '../assistant/generate/ask-model.ts';
import { createModelBreaker } from '../assistant/generate/model-breaker.ts';
import { createSecondReader } from '../assistant/generate/second-reader.ts';
import { createTokenBudget, type TokenBudget } from '../assistant/generate/token-budget.ts';
import { createAssistant } from '../assistant/pipeline.ts';
import { createCareClassifier } from '../assistant/safety/classifier/care-classifier.ts';
import type { Context } from '../context.ts';
import { createPassageSearch } from '../knowledge/search/create-passage-search.ts';
import { createChatModel } from '../platform/models/create-chat-model.ts';
import type { ModelAddress } from '../platform/models/model-address.ts';

/**
 * The assistant as the settings describe it, and the search it uses. `warmUp` loads a model's code before the
 * first question needs it. `budget` takes the place of the settings' one; only with `metrics` are answers counted;
 * each waits for `whenReady`.
 */
export function openAssistant(
  context: Context,
  {
    budget,
    metrics,
    whenReady,
  }: {
    budget?: TokenBudget;
    metrics?: Registry;
    whenReady?: (signal: AbortSignal) => Promise<void>;
  } = {},
) {
  const { config, log, clock, database, documents, sites, encoder, guardEncoder } = context;
  const search = createPassageSearch({
    db: database.db,
    embeddings: encoder?.forQuestions,
    log,
    countUnread: async () => (await documents.countUnread()) + (await sites.countUnread()),
    ...(whenReady && { whenReady }),
  });
  const decision = config.answerBands ?? defaultDecision();
  const answering = config.chatModel && openModel(context, config.chatModel, budget);
  const readAgain =
    answering && config.careSecondReader
      ? createSecondReader({ ...answering, prompts: context.own.domains[0].prompts, log })
      : undefined;
  const isModelPaused = () => answering?.breaker.isPaused() ?? false;
  const assistant = createAssistant({
    search,
    domains: context.own.domains,
    config: { ...config.web, decision },
    log,
    clock,
    classifyCare: createCareClassifier({ embeddings: guardEncoder?.forQuestions, log }),
    ...(metrics && { meter: createAnswerMeter(metrics, { isModelPaused }) }),
    ...(answering && { model: answering }),
    ...(readAgain && { readAgain }),
  });
  return { assistant, search, decision, warmUp: async () => answering?.model.prepare() };
}

/** The configured model with all that limits it. */
export function openModel(
  { config: { limits }, clock, database: { db } }: Context,
  address: ModelAddress,
  budget?: TokenBudget,
) {
  const tokens = { perDay: limits.chatTokensPerDay, perUserPerDay: limits.chatTokensPerUserPerDay };
  return {
    model: createChatModel(address),
    budget: budget ?? createTokenBudget({ db, clock }, tokens),
    breaker: createModelBreaker({ clock }),
    limits: { ...DEFAULT_MODEL_LIMITS, passageTokens: limits.chatPassageTokens },
  };
}
