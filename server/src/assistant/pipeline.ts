import type { Logger } from 'pino';
import { setImmediate } from 'node:timers/promises';
import type { PassageSearch } from '../knowledge/search/passage.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { AnswerMeter, AnswerOrigin } from './answer-meter.ts';
import type {
  Answer,
  AnswerContext,
  AnswerListener,
  Assistant,
  ProductNames,
  Question,
} from './answer.ts';
import { defaultDecision, type Decision } from './coverage.ts';
import { loadDomains, type Domain } from './domain.ts';
import { retrieve, type Retrieval } from './retrieve.ts';
import { chooseScreenName } from './dialogue/asker.ts';
import {
  leansOnHistory,
  listQuestions,
  makeStandAlone,
  toPlainQuestion,
} from './dialogue/follow-up.ts';
import { chooseLanguage, detectLanguage } from './dialogue/language.ts';
import { recogniseSmallTalk, replyToSmallTalk, type SmallTalk } from './dialogue/small-talk.ts';
import { answerWithModel, type ModelAnswering } from './generate/answer-with-model.ts';
import { rewriteQuestion } from './generate/rewrite-question.ts';
import { answerFromSources } from './quote/answer-from-sources.ts';
import { answerWithCare } from './safety/answer-with-care.ts';
import type { Danger, DangerClassifier } from './safety/classifier/danger-classifier.ts';
import type { ClassifiedTopic, TopicClassifier } from './safety/classifier/topic-classifier.ts';
import { findCareTopic, type CareTopic } from './safety/find-care-topic.ts';
import { isMasked } from './safety/personal-data.ts';

/** Passages outside of known sections that one question asks of the search. */
const HITS_MAX = 8;
/** Words of one piece of a text that is known whole; about what a model sends at once. */
const WORDS_PER_PART = 4;

/** What the assistant stands on; `decision` defaults to the measured limits. */
export interface AssistantDeps {
  search: PassageSearch;
  config: ProductNames & { decision?: Decision };
  log: Pick<Logger, 'info' | 'warn'>;
  clock: Clock;
  meter?: AnswerMeter;
  /** Finds crisis messages that no pattern knows. Undefined: patterns alone. */
  classifyDanger?: DangerClassifier;
  /** Finds messages that need care of another sort and that no pattern knows. Undefined: patterns alone. */
  classifyTopic?: TopicClassifier;
  /** Undefined: those that come with the product. */
  domains?: readonly [Domain, ...Domain[]];
  /** Undefined: no model writes or rewrites anything. */
  model?: Omit<ModelAnswering, 'log' | 'names'>;
}

/**
 * The assistant: help first where a message needs it; otherwise an answer from the passages that search
 * finds, each claim with its citation. A model writes it where one is configured and does its part; else
 * it is composed of quotes. Works without any model.
 */
export function createAssistant(given: AssistantDeps): Assistant {
  const { config, log, clock } = given;
  const deps = {
    ...given,
    domains: given.domains ?? loadDomains(),
    model: given.model && { ...given.model, log, names: config },
  };

  return {
    async answer(question, listener, signal) {
      const startedAt = clock.now().getTime();
      try {
        const screened = screen(deps, question, signal);
        const understood = await standAlone(deps, screened, signal);
        const found = await search(understood);
        const plan = await decide(deps, understood, found);
        const answer = await respond(deps, { plan, ...understood, listener }, signal);
        const { kind, sources } = answer;
        const durationMs = clock.now().getTime() - startedAt;
        log.info({ event: 'answer_composed', kind, sources: sources.length, durationMs });
        return answer;
      } catch (cause) {
        signal.throwIfAborted();
        throw cause instanceof AppError ? cause : new AppError('answer_failed', { cause });
      }
    },
  };
}

type Deps = Omit<AssistantDeps, 'model'> & {
  /** In each language, the default first. */
  domains: readonly [Domain, ...Domain[]];
  model: ModelAnswering | undefined;
};

/** A question on its way. What classifiers say is awaited only when something is to be answered. */
interface Asked {
  context: AnswerContext;
  need: { kind: 'small_talk'; topic: SmallTalk } | { kind: 'care'; topic: CareTopic } | Unscreened;
  danger: Promise<Danger | null>;
  careTopic: Promise<ClassifiedTopic | null>;
}
type Unscreened = { kind: 'sources' };
type Found = Exclude<Asked['need'], Unscreened> | { kind: 'sources'; retrieval: Retrieval };

/**
 * What is to be done with a question. `prefix` comes before the answer, whoever writes it, with the help lines of
 * `helpLines` in it; no model where `isQuoted`.
 */
type Plan = { prefix: string; helpLines?: CareTopic } & (
  | { kind: 'small_talk'; topic: SmallTalk }
  | { kind: 'care'; topic: CareTopic; isClassified?: boolean }
  | { kind: 'sources'; retrieval: Retrieval; isQuoted?: boolean }
);

const NOTHING = Promise.resolve(null);

/** The language that classifiers read, and most patterns of messages that need care. */
const SCREENED = 'en';

/**
 * Patterns read the message before anything else is done with it. Classifiers, which find what patterns
 * miss, work while search does.
 */
function screen(deps: Deps, question: Question, signal: AbortSignal): Asked {
  const context = createContext(deps, question, signal);
  const topic = findCareTopic(question.text, context.domain.care);
  if (topic === 'crisis' || topic === 'abuse') {
    return { context, need: { kind: 'care', topic }, danger: NOTHING, careTopic: NOTHING };
  }
  const { isForeign, domain } = context;
  const said = { words: domain.words, isForeign };
  const smallTalk = topic === null ? recogniseSmallTalk(question.text, said) : null;
  if (smallTalk !== null) {
    const need = { kind: 'small_talk', topic: smallTalk } as const;
    return { context, need, danger: NOTHING, careTopic: NOTHING };
  }
  const isRead = isReadable(context);
  const danger = (isRead ? deps.classifyDanger?.(question.text, signal) : null) ?? NOTHING;
  if (topic !== null) return { context, need: { kind: 'care', topic }, danger, careTopic: NOTHING };
  const careTopic = (isRead ? deps.classifyTopic?.(question.text, signal) : null) ?? NOTHING;
  return { context, need: { kind: 'sources' }, danger, careTopic };
}

/** Whether classifiers can read the message: it is not in another language than theirs. */
function isReadable({ question, domain }: AnswerContext): boolean {
  const language = detectLanguage(question.text, domain.words);
  return language === null || language === SCREENED;
}

/**
 * Puts a follow-up into words that stand alone, and screens those words too. A model writes them, in
 * English, and so it does for every message in another language: one in which nothing is answered is
 * searched for in those words, all are screened in them. No model sees a message that is likely a crisis
 * message.
 */
async function standAlone(deps: Deps, asked: Asked, signal: AbortSignal): Promise<Asked> {
  const { context, need } = asked;
  const { question, language, domain } = context;
  const isUnanswerable = need.kind === 'small_talk' && need.topic === 'language';
  if (need.kind !== 'sources' && !isUnanswerable) return asked;
  const isRead = isReadable(context);
  const said = { language, words: domain.words };
  const isFollowUp = question.history.length > 0 && leansOnHistory(question.text, said);
  const mayRewrite = (!isRead || isFollowUp) && (await asked.danger)?.certainty !== 'likely';
  const rewritten =
    mayRewrite && deps.model ? await rewriteQuestion(deps.model, context, signal) : null;
  if (isUnanswerable && rewritten === null) return asked;

  const plain = toPlainQuestion(rewritten ?? context.standAlone);
  const known =
    language === SCREENED ? { ...asked, context: { ...context, standAlone: plain } } : asked;
  const topic = plain === question.text ? null : findCareTopic(plain, domain.care);
  if (topic !== null) return { ...known, need: { kind: 'care', topic } };
  const isNewlyRead = !isRead && rewritten !== null;
  const danger = isNewlyRead ? (deps.classifyDanger?.(plain, signal) ?? NOTHING) : asked.danger;
  return { ...known, need: { kind: 'sources' }, danger };
}

async function search({ context, need }: Asked): Promise<Found> {
  return need.kind === 'sources' ? { ...need, retrieval: await retrieve(context) } : need;
}

/**
 * Danger outranks everything else. Where it is only possible, help lines come before the answer; and where it is
 * likely, but the sources surely speak of what was asked, before their own words.
 */
async function decide({ log }: Deps, asked: Asked, found: Found): Promise<Plan> {
  const { texts, care } = asked.context.domain;
  const privacy = isMasked(asked.context.question.text) ? `${texts.privacy}\n\n` : '';
  const [danger, careTopic] = await Promise.all([asked.danger, asked.careTopic]);
  const isSure = found.kind === 'sources' && found.retrieval.band === 'answered';
  const isLikely = danger?.certainty === 'likely';
  if (isLikely && !isSure) return { kind: 'care', topic: danger.topic, prefix: '' };
  const plan = chooseAnswer(found, isSure ? null : careTopic, privacy);
  if (danger === null) return plan;
  // Counted by topic, never by text.
  log.info({ event: 'help_lines_first', topic: danger.topic });
  const prefix = `${care[danger.topic].help_line}\n\n${plan.prefix}`;
  const helped = { ...plan, prefix, helpLines: danger.topic };
  return helped.kind === 'sources' ? { ...helped, isQuoted: isLikely } : helped;
}

function chooseAnswer(found: Found, careTopic: ClassifiedTopic | null, prefix: string): Plan {
  if (found.kind === 'care') return { ...found, prefix: '' };
  if (found.kind === 'small_talk' || careTopic === null) return { ...found, prefix };
  return { kind: 'care', topic: careTopic, isClassified: true, prefix };
}

function listCare(plan: Plan): CareTopic[] {
  const topics = [plan.helpLines ?? [], plan.kind === 'care' ? plan.topic : []].flat();
  return [...new Set(topics)];
}

/** Carries the plan out. What a model writes is shown as it comes, everything else in pieces at the end. */
async function respond(
  deps: Deps,
  made: { plan: Plan; context: AnswerContext; listener: AnswerListener },
  signal: AbortSignal,
): Promise<Answer> {
  const { plan, context, listener } = made;
  const care = listCare(plan);
  if (care.length > 0) listener.onCare(care);
  let isShown = false;
  const withPrefix: AnswerListener = {
    ...listener,
    onPart(part) {
      if (!isShown && plan.prefix !== '') listener.onPart({ type: 'delta', text: plan.prefix });
      isShown = true;
      listener.onPart(part);
    },
  };
  const { body, origin } = await write(deps, { plan, context, listener: withPrefix }, signal);
  const answer = { ...body, text: plan.prefix + body.text };
  deps.meter?.answered(body.kind === 'not_covered' ? 'refused' : origin);
  listener.onMatches(answer.matches);
  if (!isShown) await showInParts(answer, listener, signal);
  signal.throwIfAborted();
  return answer;
}

async function write(
  { config, log, model }: Deps,
  made: { plan: Plan; context: AnswerContext; listener: AnswerListener },
  signal: AbortSignal,
): Promise<{ body: Answer; origin: AnswerOrigin }> {
  const { plan, context, listener } = made;
  if (plan.kind === 'small_talk') {
    const body = replyToSmallTalk(plan.topic, context.domain.texts, {
      ...config,
      screenName: context.question.screenName,
    });
    return { body, origin: 'small_talk' };
  }
  if (plan.kind === 'care') {
    // Counted by topic, never by text.
    log.info({ event: 'care_given', topic: plan.topic });
    return { body: await answerWithCare(plan.topic, context, plan), origin: 'care' };
  }
  const { retrieval } = plan;
  if (model !== undefined && !plan.isQuoted && retrieval.band !== 'not_covered') {
    const body = await answerWithModel(model, { context, retrieval, listener }, signal);
    if (body !== null) return { body, origin: 'model' };
  }
  const body = await answerFromSources(context, retrieval);
  return { body, origin: model === undefined || plan.isQuoted ? 'composed' : 'fallback' };
}

async function showInParts(
  { text: whole, sources }: Answer,
  listener: AnswerListener,
  signal: AbortSignal,
): Promise<void> {
  if (sources.length > 0) listener.onPart({ type: 'sources', sources });
  for (const text of splitIntoParts(whole)) {
    signal.throwIfAborted();
    listener.onPart({ type: 'delta', text });
    await setImmediate();
  }
}

/** A text in pieces of a few words each; joined they are the text again, character by character. */
export function splitIntoParts(text: string): string[] {
  const words = text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? [];
  const parts: string[] = [];
  for (let start = 0; start < words.length; start += WORDS_PER_PART) {
    parts.push(words.slice(start, start + WORDS_PER_PART).join(''));
  }
  return parts;
}

function createContext(
  { search: passages, config, domains }: Deps,
  question: Question,
  signal: AbortSignal,
): AnswerContext {
  const [{ words }] = domains;
  const { language, isForeign } = chooseLanguage(question, words);
  const alone = toPlainQuestion(makeStandAlone(question, { language, words }));
  const asked = toPlainQuestion(question.text);
  const previous = listQuestions(question).findLast((text) => text !== question.text);
  return {
    question,
    standAlone: alone,
    name: chooseScreenName(question),
    language,
    isForeign,
    domain: domains.find((domain) => domain.language === language) ?? domains[0],
    decision: config.decision ?? defaultDecision(),
    find(text) {
      // Other words than the asker's own, such as a section's heading, go on from nothing.
      const query = { question: text, limit: HITS_MAX, language };
      const from = {
        ...(asked !== alone && { asked }),
        ...(previous !== undefined && { previous }),
      };
      return passages.search(text === alone ? { ...query, ...from } : query, signal);
    },
    countUnread: () => passages.countUnread(signal),
  };
}
