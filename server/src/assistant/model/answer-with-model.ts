import { ModelError } from '../../platform/models/chat-model.ts';
import type { AnswerEvent } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { answerNotCovered } from '../answer-from-sources.ts';
import { citeSources } from '../compose/cite-sources.ts';
import { describeDates } from '../compose/describe-dates.ts';
import { describeScope } from '../compose/describe-scope.ts';
import { leadIns, type Names } from '../messages.ts';
import type { Retrieval } from '../retrieve.ts';
import { suggestQuestions } from '../suggest-questions.ts';
import { askModel } from './ask-model.ts';
import { createAnswerCheck, type CheckedAnswer } from './check/create-answer-check.ts';
import { createPieceReader, type Piece } from './check/read-pieces.ts';
import type { ModelAnswering } from './model-answering.ts';
import { numberPassages, type NumberedPassage } from './prompt/number-passages.ts';
import { NOT_IN_SOURCES } from './prompt/system-prompt.ts';
import { writePrompt } from './prompt/write-prompt.ts';

type NamedModelAnswering = ModelAnswering & { names: Names };

/** With more sentences taken out than this share, what is left is no answer. */
const DROPPED_SHARE_MAX = 0.5;

/**
 * The model's answer from the passages, checked sentence by sentence before any is shown.
 *
 * Ends without an `answer` event when there is none to stand behind: the provider failed or is left
 * alone after failing, the day's tokens are spent, or too little survived the check. The reason is in the
 * log; the embedded composer's answer then takes the place of everything shown.
 */
export async function* answerWithModel(
  deps: NamedModelAnswering,
  context: AnswerContext,
  retrieval: Retrieval,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const { breaker, budget, log, model } = deps;
  const { userId } = context.question;
  const hits = retrieval.result.hits.map(({ passage }) => passage);
  const [hasRoom, neighbours] = await Promise.all([
    budget.hasRoom(userId),
    context.readNeighbours(hits),
  ]);
  if (!hasRoom) {
    log.info({ event: 'model_budget_spent', model: model.name });
    return;
  }
  if (!breaker.admits()) {
    log.info({ event: 'model_paused', model: model.name });
    return;
  }
  let tokens = 0;
  try {
    const onTokens = (count: number) => (tokens += count);
    const passages = numberPassages(hits, neighbours, deps.limits.passageTokens);
    const known = { ...retrieval, passages };
    for await (const event of answerChecked({ ...deps, onTokens }, context, known, signal)) {
      if (event.type === 'answer') breaker.succeeded();
      yield event;
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.isOutage) breaker.failed();
    else breaker.succeeded();
    log.warn({ event: 'model_fell_back', model: model.name, reason: error.message });
  } finally {
    if (tokens > 0) await budget.spend(userId, tokens);
  }
}

async function* answerChecked(
  deps: NamedModelAnswering & { onTokens(tokens: number): void },
  context: AnswerContext,
  retrieval: Retrieval & { passages: NumberedPassage[] },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const { names, log } = deps;
  const { question, standAlone, isForeign } = context;
  const { band: kind, matches, passages } = retrieval;
  const usesName = context.name !== '';
  const prompt = writePrompt({ names, question, standAlone, passages, usesName });
  const check = createAnswerCheck({ passages, question: question.text, isForeign });
  let text = '';
  for await (const piece of readPieces(askModel(deps, prompt, signal))) {
    if (text === '' && piece.text === NOT_IN_SOURCES) {
      yield { type: 'answer', answer: await answerNotCovered(context, retrieval) };
      return;
    }
    const shown = check.accept(piece);
    if (shown === '') continue;
    const delta = (text === '' && kind === 'closest' ? `${leadIns.closest('')}\n\n` : '') + shown;
    text += delta;
    yield { type: 'sources', sources: citeSources(check.summary().quotes).sources, matches };
    yield { type: 'delta', text: delta };
  }
  const checked = check.summary();
  log.info({ event: 'model_answer_checked', cited: checked.cited, dropped: checked.dropped });
  refuseTooLittle(checked);
  const { sources } = citeSources(checked.quotes);
  const notes = [describeScope(standAlone, sources), describeDates(sources, context.now)];
  const end = notes.flatMap((note) => (note === '' ? [] : [`\n\n${note}`])).join('');
  yield { type: 'delta', text: end };
  const answer = { kind, text: text + end, sources, matches };
  const quoted = new Set(checked.quotes.map(({ passage }) => passage.id));
  const offered = kind === 'closest' && {
    suggestions: suggestQuestions(retrieval.result.hits, { quoted }),
  };
  yield { type: 'answer', answer: { ...answer, ...offered } };
}

function refuseTooLittle({ cited, dropped }: CheckedAnswer): void {
  if (cited > 0 && dropped / (cited + dropped) <= DROPPED_SHARE_MAX) return;
  throw new ModelError('Too little of the answer could be shown.', { isRetryable: false });
}

async function* readPieces(texts: AsyncIterable<string>): AsyncGenerator<Piece> {
  const reader = createPieceReader();
  for await (const text of texts) yield* reader.push(text);
  yield* reader.end();
}
