import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { PassageSearch } from '../knowledge/search/passage.ts';
import type { Answer, AnswerEvent, Assistant, Question } from './answer.ts';
import type { AnswerContext } from './answer-context.ts';
import type { AnswerMeter, AnswerOrigin } from './answer-meter.ts';
import { answerWithCare } from './answer-with-care.ts';
import { answerFromSources } from './answer-from-sources.ts';
import { leansOnHistory, makeStandAlone } from './conversation/make-stand-alone.ts';
import { toPlainQuestion } from './conversation/to-plain-question.ts';
import { recogniseSmallTalk } from './conversation/recognise-small-talk.ts';
import { replyToSmallTalk } from './conversation/reply-to-small-talk.ts';
import { chooseScreenName } from './conversation/choose-screen-name.ts';
import { DEFAULT_BANDS, type Bands } from './decide-band.ts';
import { findCareTopic, type CareTopic } from './guards/find-care-topic.ts';
import { isMasked } from './guards/personal-data.ts';
import { privacyNote, type Names } from './messages.ts';
import { answerWithModel } from './model/answer-with-model.ts';
import type { ModelAnswering } from './model/model-answering.ts';
import { rewriteQuestion } from './model/rewrite-question.ts';
import { retrieve } from './retrieve.ts';
import { splitIntoDeltas } from './split-into-deltas.ts';

/** Passages that one question asks of the search. */
const HITS_MAX = 8;

/** What the assistant stands on; `bands` default to the measured ones. */
export interface AssistantDeps {
  search: PassageSearch;
  config: Names & { bands?: Bands };
  log: Pick<Logger, 'info' | 'warn'>;
  clock: Clock;
  meter?: AnswerMeter;
  /** Undefined: the embedded composer alone. */
  model?: Omit<ModelAnswering, 'log'>;
}

/** What is to be done with a question. */
type Plan =
  | { kind: 'said'; answer: Answer }
  | { kind: 'care'; topic: CareTopic; context: AnswerContext }
  | { kind: 'ordinary'; context: AnswerContext };

/**
 * The assistant: help first where a message needs it; otherwise an answer from the passages that
 * search finds, each claim with its citation. A model writes it where one is configured and does its
 * part; else the embedded composer quotes. Works without any model.
 */
export function createAssistant(deps: AssistantDeps): Assistant {
  const { search, config, log, clock } = deps;
  const model = deps.model === undefined ? undefined : { ...deps.model, log, names: config };

  async function plan(question: Question, signal: AbortSignal): Promise<Plan> {
    const standAlone = toPlainQuestion(makeStandAlone(question));
    const context: AnswerContext = {
      question,
      standAlone,
      name: chooseScreenName(question),
      isForeign: false,
      bands: config.bands ?? DEFAULT_BANDS,
      now: clock.now(),
      find: (text) => search.search({ question: text, limit: HITS_MAX }, signal),
      readNeighbours: (passages) => search.neighbours(passages, signal),
      countUnread: () => search.countUnread(signal),
    };
    const topic = findCareTopic(question.text);
    if (topic !== null) return { kind: 'care', topic, context };
    const smallTalk = recogniseSmallTalk(question.text);
    const isForeign = smallTalk === 'language';
    const isOrdinary = smallTalk === null || isForeign;
    const rewritten = isOrdinary ? await rewrite(question, isForeign, signal) : null;
    if (smallTalk !== null && rewritten === null) {
      return { kind: 'said', answer: replyToSmallTalk(smallTalk, config, question.screenName) };
    }
    const known = { ...context, isForeign, standAlone: toPlainQuestion(rewritten ?? standAlone) };
    const laterTopic = known.standAlone === question.text ? null : findCareTopic(known.standAlone);
    if (laterTopic !== null) return { kind: 'care', topic: laterTopic, context: known };
    return { kind: 'ordinary', context: known };
  }

  /** By the model, where there is one and the words alone do not do. */
  async function rewrite(question: Question, isForeign: boolean, signal: AbortSignal) {
    const isFollowUp = question.history.length > 0 && leansOnHistory(question.text);
    if (model === undefined || !(isForeign || isFollowUp)) return null;
    return rewriteQuestion(model, question, signal);
  }

  function end(answer: Answer, origin: AnswerOrigin): AnswerEvent {
    deps.meter?.answered(answer.kind === 'not_covered' ? 'refused' : origin);
    return { type: 'answer', answer };
  }

  /** Ends with the answer; what comes in one piece is cut into deltas by the caller. */
  async function* produce(question: Question, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const planned = await plan(question, signal);
    if (planned.kind === 'said') {
      yield end(planned.answer, 'small_talk');
      return;
    }
    const { context } = planned;
    if (planned.kind === 'care') {
      // Counted by topic, never by text.
      log.info({ event: 'care_given', topic: planned.topic });
      yield end(await answerWithCare(planned.topic, context), 'care');
      return;
    }
    const retrieval = await retrieve(context);
    if (model !== undefined && retrieval.band !== 'not_covered') {
      for await (const event of answerWithModel(model, context, retrieval, signal)) {
        if (event.type === 'answer') {
          yield end(event.answer, 'model');
          return;
        }
        yield event;
      }
    }
    const answer = await answerFromSources(context, retrieval);
    yield end(answer, model === undefined ? 'composed' : 'fallback');
  }

  return {
    async *answer(question, signal): AsyncGenerator<AnswerEvent> {
      const startedAt = clock.now().getTime();
      let isShown = false;
      const note = needsPrivacyNote(question) ? `${privacyNote}\n\n` : '';
      for await (const event of explainFailures(produce(question, signal), signal)) {
        if (event.type !== 'answer') {
          if (!isShown && note !== '') yield { type: 'delta', text: note };
          isShown = true;
          yield event;
          continue;
        }
        const answer = { ...event.answer, text: note + event.answer.text };
        const { kind, sources } = answer;
        const durationMs = clock.now().getTime() - startedAt;
        log.info({ event: 'answer_composed', kind, sources: sources.length, durationMs });
        if (!isShown) yield* showInPieces(answer, signal);
        signal.throwIfAborted();
        yield { type: 'answer', answer };
      }
    },
  };
}

/** Help comes first, and the texts for children under 13 say it themselves. */
function needsPrivacyNote({ text }: Question): boolean {
  return isMasked(text) && findCareTopic(text) === null;
}

/** Every failure as an AppError, unless the caller gave up. */
async function* explainFailures(
  events: AsyncIterable<AnswerEvent>,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  try {
    yield* events;
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof AppError ? cause : new AppError('answer_failed', { cause });
  }
}

async function* showInPieces(
  { text: whole, sources, matches }: Answer,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  if (sources.length > 0) yield { type: 'sources', sources, matches };
  for (const text of splitIntoDeltas(whole)) {
    signal.throwIfAborted();
    yield { type: 'delta', text };
    await setImmediate();
  }
}
