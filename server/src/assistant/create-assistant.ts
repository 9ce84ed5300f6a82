import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { PassageSearch } from '../knowledge/search/passage.ts';
import type { Answer, AnswerEvent, Assistant, Question } from './answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { answerWithCare } from './answer-with-care.ts';
import { answerFromSources } from './answer-from-sources.ts';
import { makeStandAlone } from './conversation/make-stand-alone.ts';
import { toPlainQuestion } from './conversation/to-plain-question.ts';
import { recogniseSmallTalk } from './conversation/recognise-small-talk.ts';
import { replyToSmallTalk } from './conversation/reply-to-small-talk.ts';
import { chooseScreenName } from './conversation/choose-screen-name.ts';
import { DEFAULT_BANDS, type Bands } from './decide-band.ts';
import { findCareTopic, type CareTopic } from './guards/find-care-topic.ts';
import type { Names } from './messages.ts';
import { splitIntoDeltas } from './split-into-deltas.ts';

/** Passages that one question asks of the search. */
const HITS_MAX = 8;

/** What the assistant stands on; `bands` default to the measured ones. */
export interface AssistantDeps {
  search: PassageSearch;
  config: Names & { bands?: Bands };
  log: Pick<Logger, 'info'>;
  clock: Clock;
}

/**
 * The embedded assistant: help first where a message needs it, otherwise quotes from the passages
 * that search finds, each with its citation. Works without any model.
 */
export function createAssistant({ search, config, log, clock }: AssistantDeps): Assistant {
  async function decide(question: Question, signal: AbortSignal): Promise<Answer> {
    const standAlone = toPlainQuestion(makeStandAlone(question));
    const context: AnswerContext = {
      question,
      standAlone,
      name: chooseScreenName(question),
      bands: config.bands ?? DEFAULT_BANDS,
      now: clock.now(),
      find: (text) => search.search({ question: text, limit: HITS_MAX }, signal),
      readNeighbours: (passages) => search.neighbours(passages, signal),
    };
    const topic = findCareTopic(question.text);
    if (topic !== null) return care(topic, context);
    const smallTalk = recogniseSmallTalk(question.text);
    if (smallTalk !== null) return replyToSmallTalk(smallTalk, config, question.screenName);
    const laterTopic = standAlone === question.text ? null : findCareTopic(standAlone);
    return laterTopic === null ? answerFromSources(context) : care(laterTopic, context);
  }

  /** Counted by topic, never by text. */
  function care(topic: CareTopic, context: AnswerContext): Promise<Answer> {
    log.info({ event: 'care_given', topic });
    return answerWithCare(topic, context);
  }

  return {
    async *answer(question, signal): AsyncGenerator<AnswerEvent> {
      const startedAt = clock.now().getTime();
      const answer = await decide(question, signal).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw cause instanceof AppError ? cause : new AppError('answer_failed', { cause });
      });
      const durationMs = clock.now().getTime() - startedAt;
      log.info({
        event: 'answer_composed',
        kind: answer.kind,
        sources: answer.sources.length,
        durationMs,
      });
      const { sources, matches } = answer;
      if (sources.length > 0) yield { type: 'sources', sources, matches };
      for (const text of splitIntoDeltas(answer.text)) {
        signal.throwIfAborted();
        yield { type: 'delta', text };
        await setImmediate();
      }
      signal.throwIfAborted();
      yield { type: 'answer', answer };
    },
  };
}
