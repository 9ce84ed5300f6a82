import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { PassageSearch } from '../knowledge/search/passage.ts';
import type { Answer, Question } from './answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { chooseScreenName } from './conversation/choose-screen-name.ts';
import { leansOnHistory, makeStandAlone } from './conversation/make-stand-alone.ts';
import { recogniseSmallTalk } from './conversation/recognise-small-talk.ts';
import { replyToSmallTalk } from './conversation/reply-to-small-talk.ts';
import { toPlainQuestion } from './conversation/to-plain-question.ts';
import { DEFAULT_BANDS, type Bands } from './decide-band.ts';
import type { CareSense } from './guards/care/create-care-sense.ts';
import type { DangerSense } from './guards/danger/create-danger-sense.ts';
import type { Danger } from './guards/danger/judge-vectors.ts';
import { findCareTopic, type CareTopic } from './guards/find-care-topic.ts';
import { isMasked } from './guards/personal-data.ts';
import { helpLines, privacyNote, type Names } from './messages.ts';
import type { ModelAnswering } from './model/model-answering.ts';
import { rewriteQuestion } from './model/rewrite-question.ts';
import { retrieve, type Retrieval } from './retrieve.ts';

/** Passages that one question asks of the search. */
const HITS_MAX = 8;

/** What is to be done with a question. `lead` comes before the answer, whoever writes it. */
export type Plan = { lead: string } & (
  | { kind: 'said'; answer: Answer }
  | { kind: 'care'; topic: CareTopic; context: AnswerContext; isSensed?: boolean }
  | { kind: 'ordinary'; context: AnswerContext; retrieval: Retrieval }
);

export interface PlanDeps {
  search: PassageSearch;
  config: Names & { bands?: Bands };
  log: Pick<Logger, 'info'>;
  clock: Clock;
  /** Undefined: patterns alone tell who needs help first. */
  senseDanger?: DangerSense | undefined;
  /** Undefined: patterns alone tell which message needs care of another sort. */
  senseCare?: CareSense | undefined;
  /** Undefined: no message is rewritten. */
  model: ModelAnswering | undefined;
}

/**
 * Decides what becomes of a question. Help comes first: patterns are asked before everything else, and
 * the sense for danger, which knows what patterns do not, has its say before anything is answered, while
 * search is at work. No model sees a message before both were asked.
 */
export async function planAnswer(
  deps: PlanDeps,
  question: Question,
  signal: AbortSignal,
): Promise<Plan> {
  const context = createContext(deps, question, signal);
  const topic = findCareTopic(question.text);
  if (topic === 'crisis' || topic === 'abuse') return { kind: 'care', topic, context, lead: '' };
  const smallTalk = topic === null ? recogniseSmallTalk(question.text) : null;
  const isForeign = smallTalk === 'language';
  const lead = isMasked(question.text) ? `${privacyNote}\n\n` : '';
  const said = (kind: NonNullable<typeof smallTalk>): Plan => {
    const answer = replyToSmallTalk(kind, deps.config, question.screenName);
    return { kind: 'said', answer, lead };
  };
  if (smallTalk !== null && !isForeign) return said(smallTalk);

  const sense = async (text: string) => (await deps.senseDanger?.(text, signal)) ?? null;
  // The encoder reads English.
  const sensed = isForeign ? Promise.resolve(null) : sense(question.text);
  if (topic !== null)
    return putHelpFirst(deps, await sensed, { kind: 'care', topic, context, lead: '' });
  const heard = isForeign ? null : (deps.senseCare?.(question.text, signal) ?? null);
  const rewritten = await rewrite(deps, { question, isForeign, sensed }, signal);
  if (smallTalk !== null && rewritten === null) return said(smallTalk);

  const standAlone = toPlainQuestion(rewritten ?? context.standAlone);
  const known = { ...context, isForeign, standAlone };
  const later = standAlone === question.text ? null : findCareTopic(standAlone);
  if (later !== null) {
    return putHelpFirst(deps, await sensed, {
      kind: 'care',
      topic: later,
      context: known,
      lead: '',
    });
  }
  const [retrieval, danger, careTopic] = await Promise.all([
    retrieve(known),
    isForeign ? sense(standAlone) : sensed,
    heard,
  ]);
  return putHelpFirst(
    deps,
    danger,
    careTopic === null
      ? { kind: 'ordinary', context: known, retrieval, lead }
      : { kind: 'care', topic: careTopic, context: known, lead, isSensed: true },
  );
}

/** Danger outranks everything else that was planned; where it is only possible, its lines do. */
function putHelpFirst(
  { log }: PlanDeps,
  danger: Danger | null,
  plan: Exclude<Plan, { kind: 'said' }>,
): Plan {
  if (danger === null) return plan;
  const { topic, certainty } = danger;
  if (certainty === 'likely') return { kind: 'care', topic, context: plan.context, lead: '' };
  // Counted by topic, never by text.
  log.info({ event: 'help_lines_first', topic });
  return { ...plan, lead: `${helpLines[topic]}\n\n${plan.lead}` };
}

/** By the model, where there is one and the words alone do not do. */
async function rewrite(
  { model }: PlanDeps,
  about: { question: Question; isForeign: boolean; sensed: Promise<Danger | null> },
  signal: AbortSignal,
): Promise<string | null> {
  const { question, isForeign, sensed } = about;
  const isFollowUp = question.history.length > 0 && leansOnHistory(question.text);
  if (model === undefined || !(isForeign || isFollowUp)) return null;
  if ((await sensed)?.certainty === 'likely') return null;
  return rewriteQuestion(model, question, signal);
}

function createContext(
  { search, config, clock }: PlanDeps,
  question: Question,
  signal: AbortSignal,
): AnswerContext {
  return {
    question,
    standAlone: toPlainQuestion(makeStandAlone(question)),
    name: chooseScreenName(question),
    isForeign: false,
    bands: config.bands ?? DEFAULT_BANDS,
    now: clock.now(),
    find: (text) => search.search({ question: text, limit: HITS_MAX }, signal),
    readNeighbours: (passages) => search.neighbours(passages, signal),
    countUnread: () => search.countUnread(signal),
  };
}
