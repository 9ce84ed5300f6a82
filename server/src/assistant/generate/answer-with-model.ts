import type { Logger } from 'pino';
import { type ChatModel, ModelError } from '../../platform/models/chat-model.ts';
import type { Answer, AnswerContext, AnswerListener, ProductNames } from '../answer.ts';
import { describeScope } from '../dialogue/divisions.ts';
import { answerNotCovered, suggest } from '../quote/answer-from-sources.ts';
import { citeSources, describeConflict } from '../quote/cite-sources.ts';
import type { Retrieval } from '../retrieve.ts';
import { askModel, type ModelLimits } from './ask-model.ts';
import type { ModelBreaker } from './model-breaker.ts';
import { createPieceReader, type Piece } from './read-pieces.ts';
import type { TokenBudget } from './token-budget.ts';
import { type AnswerCheck, type CheckedAnswer, createAnswerCheck } from './verify.ts';
import {
  NOT_IN_SOURCES,
  type NumberedPassage,
  numberPassages,
  writePrompt,
} from './write-prompt.ts';

/** With more sentences taken out than this share, what is left is no answer. */
const DROPPED_SHARE_MAX = 0.5;

/** What answering with a model takes. */
export interface ModelAnswering {
  model: ChatModel;
  budget: TokenBudget;
  breaker: ModelBreaker;
  limits: ModelLimits;
  log: Pick<Logger, 'info' | 'warn'>;
  names: ProductNames;
}

/** What is to be answered, and who follows. */
interface Task {
  context: AnswerContext;
  retrieval: Retrieval;
  listener: AnswerListener;
}

/**
 * The model's answer from the passages, checked sentence by sentence before any is shown.
 *
 * Returns null when there is none to stand behind: the provider failed or is left alone after failing, the
 * day's tokens are spent, or too little survived the check. The reason is in the log.
 */
export async function answerWithModel(
  deps: ModelAnswering,
  task: Task,
  signal: AbortSignal,
): Promise<Answer | null> {
  const { breaker, budget, log, model } = deps;
  const { context, retrieval } = task;
  const { userId } = context.question;
  if (!(await budget.hasRoom(userId))) {
    log.info({ event: 'model_budget_spent', model: model.name });
    return null;
  }
  if (!breaker.admits()) {
    log.info({ event: 'model_paused', model: model.name });
    return null;
  }
  let tokens = 0;
  try {
    const onTokens = (count: number) => (tokens += count);
    const passages = numberPassages(retrieval.result.hits, deps.limits.passageTokens);
    const answer = await writeChecked({ ...deps, onTokens }, { ...task, passages }, signal);
    breaker.succeeded();
    return answer;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.isOutage) breaker.failed();
    else breaker.succeeded();
    log.warn({ event: 'model_fell_back', model: model.name, reason: error.message });
    return null;
  } finally {
    if (tokens > 0) await budget.spend(userId, tokens);
  }
}

async function writeChecked(
  deps: ModelAnswering & { onTokens(tokens: number): void },
  task: Task & { passages: NumberedPassage[] },
  signal: AbortSignal,
): Promise<Answer> {
  const { names, log } = deps;
  const { context, retrieval, passages } = task;
  const { question, isForeign, language, domain } = context;
  const prompt = writePrompt(context, { names, passages });
  const check = createAnswerCheck({
    passages,
    question: question.text,
    isForeign: isForeign || passages.some(({ passage }) => passage.language !== language),
    words: domain.words,
  });
  const draft = createDraft(task, check);
  const reader = createPieceReader();
  for await (const text of askModel(deps, prompt, signal)) {
    for (const piece of reader.push(text)) {
      if (draft.saysNothing(piece)) return answerNotCovered(context, retrieval);
      draft.add(check.accept(piece));
    }
  }
  for (const piece of reader.end()) {
    if (draft.saysNothing(piece)) return answerNotCovered(context, retrieval);
    draft.add(check.accept(piece));
  }
  const checked = check.summary();
  log.info({ event: 'model_answer_checked', cited: checked.cited, dropped: checked.dropped });
  refuseTooLittle(checked);
  return draft.finish(checked);
}

/** The answer as far as it has been shown. */
function createDraft({ context, retrieval, listener }: Task, check: AnswerCheck) {
  const { band: kind, matches } = retrieval;
  const { texts } = context.domain;
  let text = '';

  function show(delta: string) {
    text += delta;
    listener.onPart({ type: 'delta', text: delta });
  }

  return {
    /** Whether this is the sentence that says the passages hold no answer. */
    saysNothing: ({ text: sentence }: Piece) => text === '' && sentence === NOT_IN_SOURCES,
    /** Shows a checked sentence; nothing of an empty one. */
    add(sentence: string) {
      if (sentence === '') return;
      if (text === '') listener.onMatches(matches);
      const { sources } = citeSources(check.summary().quotes);
      listener.onPart({ type: 'sources', sources });
      const opening = text === '' && kind === 'closest' ? `${texts.closest('', {})}\n\n` : '';
      show(opening + sentence);
    },
    /** The whole answer, with its notes and questions near it that the sources answer. */
    finish({ quotes }: CheckedAnswer): Answer {
      const { sources } = citeSources(quotes);
      const notes = [describeScope(context, sources), describeConflict(sources, context.domain)];
      show(notes.flatMap((note) => (note === '' ? [] : [`\n\n${note}`])).join(''));
      const quoted = new Set(quotes.map(({ passage }) => passage.id));
      return { kind, text, sources, matches, ...suggest(retrieval.result.hits, quoted) };
    },
  };
}

function refuseTooLittle({ cited, dropped }: CheckedAnswer): void {
  if (cited > 0 && dropped / (cited + dropped) <= DROPPED_SHARE_MAX) return;
  throw new ModelError('Too little of the answer could be shown.', { isRetryable: false });
}
