import type { Logger } from 'pino';
import type { ChatModel } from '../../platform/models/chat-model.ts';
import type { ModelBreaker } from './create-model-breaker.ts';
import type { ModelLimits } from './model-limits.ts';
import type { TokenBudget } from './token-budget.ts';

/** What answering with a model takes. */
export interface ModelAnswering {
  model: ChatModel;
  budget: TokenBudget;
  breaker: ModelBreaker;
  limits: ModelLimits;
  log: Pick<Logger, 'info' | 'warn'>;
}
