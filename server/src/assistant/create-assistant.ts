import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { PassageSearch } from '../knowledge/search/passage.ts';
import type { Answer, AnswerEvent, Assistant, Question } from './answer.ts';
import type { AnswerMeter, AnswerOrigin } from './answer-meter.ts';
import { answerWithCare } from './answer-with-care.ts';
import { answerFromSources } from './answer-from-sources.ts';
import type { Bands } from './decide-band.ts';
import type { CareSense } from './guards/care/create-care-sense.ts';
import type { DangerSense } from './guards/danger/create-danger-sense.ts';
import type { Names } from './messages.ts';
import { answerWithModel } from './model/answer-with-model.ts';
import type { ModelAnswering } from './model/model-answering.ts';
import { planAnswer, type Plan } from './plan-answer.ts';
import { splitIntoDeltas } from './split-into-deltas.ts';

/** What the assistant stands on; `bands` default to the measured ones. */
export interface AssistantDeps {
  search: PassageSearch;
  config: Names & { bands?: Bands };
  log: Pick<Logger, 'info' | 'warn'>;
  clock: Clock;
  meter?: AnswerMeter;
  /** Hears cries for help that no pattern knows. Undefined: patterns alone. */
  senseDanger?: DangerSense;
  /** Hears messages that need care of another sort and that no pattern knows. Undefined: patterns alone. */
  senseCare?: CareSense;
  /** Undefined: the embedded composer alone. */
  model?: Omit<ModelAnswering, 'log'>;
}

/**
 * The assistant: help first where a message needs it; otherwise an answer from the passages that
 * search finds, each claim with its citation. A model writes it where one is configured and does its
 * part; else the embedded composer quotes. Works without any model.
 */
export function createAssistant(deps: AssistantDeps): Assistant {
  const { config, log, clock } = deps;
  const model = deps.model === undefined ? undefined : { ...deps.model, log, names: config };

  function end(answer: Answer, origin: AnswerOrigin): AnswerEvent {
    deps.meter?.answered(answer.kind === 'not_covered' ? 'refused' : origin);
    return { type: 'answer', answer };
  }

  /** Ends with the answer; what comes in one piece is cut into deltas by the caller. */
  async function* carryOut(planned: Plan, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    if (planned.kind === 'said') {
      yield end(planned.answer, 'small_talk');
      return;
    }
    const { context } = planned;
    if (planned.kind === 'care') {
      // Counted by topic, never by text.
      log.info({ event: 'care_given', topic: planned.topic });
      yield end(await answerWithCare(planned.topic, context, planned), 'care');
      return;
    }
    const { retrieval } = planned;
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

  async function* produce(question: Question, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const planned = await planAnswer({ ...deps, model }, question, signal);
    yield* withLead(planned.lead, carryOut(planned, signal));
  }

  return {
    async *answer(question, signal): AsyncGenerator<AnswerEvent> {
      const startedAt = clock.now().getTime();
      let isShown = false;
      for await (const event of explainFailures(produce(question, signal), signal)) {
        if (event.type !== 'answer') {
          isShown = true;
          yield event;
          continue;
        }
        const { answer } = event;
        const { kind, sources } = answer;
        const durationMs = clock.now().getTime() - startedAt;
        log.info({ event: 'answer_composed', kind, sources: sources.length, durationMs });
        if (!isShown) yield* showInPieces(answer, signal);
        signal.throwIfAborted();
        yield event;
      }
    },
  };
}

/** What comes before the answer, also before what of it is shown early. */
async function* withLead(
  lead: string,
  events: AsyncIterable<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  let isShown = false;
  for await (const event of events) {
    if (event.type === 'answer') {
      yield { type: 'answer', answer: { ...event.answer, text: lead + event.answer.text } };
      continue;
    }
    if (!isShown && lead !== '') yield { type: 'delta', text: lead };
    isShown = true;
    yield event;
  }
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
