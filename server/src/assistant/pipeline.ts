import type { Logger } from 'pino';
import { setImmediate } from 'node:timers/promises';
import type { PassageSearch, SearchQuery } from '../knowledge/search/passage.ts';
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
import { loadDomains, type Domain, type Words } from './domain.ts';
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
import type { SecondReader } from './generate/second-reader.ts';
import { answerFromSources } from './quote/answer-from-sources.ts';
import { type CareFinding, chooseFinding, needsHelp } from './safety/care-topics.ts';
import type { CareClassifier } from './safety/classifier/care-classifier.ts';
import { findLiteralTopic } from './safety/find-literal-topic.ts';
import { planCare, type CarePlan } from './safety/plan-care.ts';
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
  /** Finds what a message needs where no literal word says it. Undefined: literal words alone. */
  classifyCare?: CareClassifier;
  /** Reads a message again where its words and the classifier leave doubt. */
  readAgain?: SecondReader;
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

/** A question on its way. What it needs is awaited only when something is to be answered. */
interface Asked {
  context: AnswerContext;
  smallTalk: SmallTalk | null;
  finding: Promise<CareFinding | null>;
  /** Whether it asks for help in so many words, so that nothing has to be searched for. */
  isCrisis: boolean;
}

/** What is to be done with a question. */
type Plan = CarePlan & { smallTalk: SmallTalk | null; retrieval: Retrieval | null };

/** The language that the encoder knows. */
const ENCODED = 'en';

/** What a message needs is told by its literal words at once, and by examples while search works. */
function screen(deps: Deps, question: Question, signal: AbortSignal): Asked {
  const context = createContext(deps, question, signal);
  const { isForeign, domain } = context;
  const isCrisis = findLiteralTopic(question.text, domain.literalWords) === 'crisis';
  const said = { words: domain.words, isForeign };
  const smallTalk = isCrisis ? null : recogniseSmallTalk(question.text, said);
  const finding =
    smallTalk === null
      ? findCare(deps, context, question.text, signal).then((first) =>
          readAgain(deps, question, { first, signal }),
        )
      : Promise.resolve(null);
  return { context, smallTalk, finding, isCrisis };
}

/** What a text needs by its literal words and, in the languages that something is answered in, by examples. */
async function findCare(
  { classifyCare }: Deps,
  { domain, isForeign }: AnswerContext,
  text: string,
  signal: AbortSignal,
): Promise<CareFinding | null> {
  const literal = findLiteralTopic(text, domain.literalWords);
  const named: CareFinding | null = literal && { topic: literal, certainty: 'certain' };
  if (literal === 'crisis' || isForeign || classifyCare === undefined) return named;
  const isEnglish = (detectLanguage(text, domain.words) ?? ENCODED) === ENCODED;
  return chooseFinding([named, await classifyCare({ text, isEnglish }, signal)]);
}

/** A second reader adds what it finds in doubtful messages, and takes nothing away. */
async function readAgain(
  deps: Deps,
  { text, userId }: Question,
  { first, signal }: { first: CareFinding | null; signal: AbortSignal },
): Promise<CareFinding | null> {
  if (deps.readAgain === undefined || first?.certainty !== 'possible') return first;
  const topic = await deps.readAgain({ text, userId }, signal);
  return chooseFinding([first, topic && { topic, certainty: 'likely' }]);
}

/**
 * Puts a follow-up into words that stand alone, and screens those words too. A model writes them, in
 * English, and so it does for every message in another language: one in which nothing is answered is
 * searched for in those words. No model sees a message that is likely a crisis message.
 */
async function standAlone(deps: Deps, asked: Asked, signal: AbortSignal): Promise<Asked> {
  const { context, smallTalk, isCrisis } = asked;
  const { question, language, domain, isForeign } = context;
  const isUnanswerable = smallTalk === 'language';
  if (isCrisis || (smallTalk !== null && !isUnanswerable)) return asked;
  const isRead = (detectLanguage(question.text, domain.words) ?? ENCODED) === ENCODED;
  const said = { language, words: domain.words };
  const isFollowUp = question.history.length > 0 && leansOnHistory(question.text, said);
  const mayRewrite =
    deps.model !== undefined && (!isRead || isFollowUp) && !needsHelp(await asked.finding);
  const rewritten =
    mayRewrite && deps.model ? await rewriteQuestion(deps.model, context, signal) : null;
  if (isUnanswerable && rewritten === null) return asked;

  const plain = toPlainQuestion(rewritten ?? context.standAlone);
  const known = language === ENCODED ? { ...context, standAlone: plain } : context;
  if (plain === question.text) return { ...asked, context: known, smallTalk: null };
  const inPlain = findCare(
    deps,
    { ...known, isForeign: isForeign && rewritten === null },
    plain,
    signal,
  );
  const finding = Promise.all([asked.finding, inPlain]).then(chooseFinding);
  return { ...asked, context: known, smallTalk: null, finding };
}

async function search({ context, smallTalk, isCrisis }: Asked): Promise<Retrieval | null> {
  return smallTalk !== null || isCrisis ? null : retrieve(context);
}

/** Danger outranks everything else; a note gives way to nothing that the sources hold. */
async function decide({ log }: Deps, asked: Asked, retrieval: Retrieval | null): Promise<Plan> {
  const { smallTalk, context } = asked;
  const { question, standAlone: alone, domain } = context;
  const isFollowUp = question.history.length > 0 && alone !== toPlainQuestion(question.text);
  const finding = await asked.finding;
  const band = retrieval?.band ?? null;
  const probability = retrieval?.result.hits[0]?.probability ?? 0;
  const plan = planCare({ finding, band, probability, isFollowUp }, domain.care);
  // Counted by topic, never by text.
  if (plan.care) log.info({ event: 'care_given', ...plan.care });
  const isPrivate = isMasked(question.text) && !plan.isHelpAlone;
  const privacy = isPrivate ? `${domain.texts.privacy}\n\n` : '';
  return { ...plan, prefix: plan.prefix + privacy, smallTalk, retrieval };
}

/** Carries the plan out. What a model writes is shown as it comes, everything else in pieces at the end. */
async function respond(
  deps: Deps,
  made: { plan: Plan; context: AnswerContext; listener: AnswerListener },
  signal: AbortSignal,
): Promise<Answer> {
  const { plan, context, listener } = made;
  const { care, prefix, suffix } = plan;
  if (care !== null) listener.onCare([care.topic]);
  let isShown = false;
  const withPrefix: AnswerListener = {
    ...listener,
    onPart(part) {
      if (!isShown && prefix !== '') listener.onPart({ type: 'delta', text: prefix });
      isShown = true;
      listener.onPart(part);
    },
  };
  const { body, origin } = await write(deps, { plan, context, listener: withPrefix }, signal);
  const isCareFirst = care !== null && care.form !== 'note' && care.form !== 'lines_first';
  const answer: Answer = {
    ...body,
    ...(isCareFirst && { kind: 'care' }),
    text: prefix + body.text + suffix,
    ...(care && { care }),
  };
  deps.meter?.answered(body.kind === 'not_covered' ? 'refused' : origin);
  listener.onMatches(answer.matches);
  if (!isShown) await showInParts(answer, listener, signal);
  else if (suffix !== '') listener.onPart({ type: 'delta', text: suffix });
  signal.throwIfAborted();
  return answer;
}

async function write(
  { config, model }: Deps,
  made: { plan: Plan; context: AnswerContext; listener: AnswerListener },
  signal: AbortSignal,
): Promise<{ body: Answer; origin: AnswerOrigin }> {
  const { plan, context, listener } = made;
  const { smallTalk, retrieval } = plan;
  if (smallTalk !== null) {
    const { screenName } = context.question;
    const body = replyToSmallTalk(smallTalk, context.domain.texts, { ...config, screenName });
    return { body, origin: 'small_talk' };
  }
  if (retrieval === null || plan.isHelpAlone) {
    const body: Answer = { kind: 'care', text: '', sources: [], matches: [] };
    return { body, origin: 'care' };
  }
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
  const said = { language, words };
  const own = toQuery(question, said);
  return {
    question,
    standAlone: own.question,
    name: chooseScreenName(question),
    language,
    isForeign,
    domain: domains.find((domain) => domain.language === language) ?? domains[0],
    decision: config.decision ?? defaultDecision(),
    find(text, after) {
      const history = after === undefined ? [] : [{ role: 'user', content: after } as const];
      const query = text === own.question ? own : toQuery({ text, history }, said);
      return passages.search({ ...query, limit: HITS_MAX, language }, signal);
    },
    countUnread: () => passages.countUnread(),
  };
}

/** A question as it is searched for: in words that stand alone, with what of them is asked and what was asked before. */
function toQuery(
  question: Pick<Question, 'text' | 'history'>,
  said: { language: string; words: Words },
): Pick<SearchQuery, 'question' | 'asked' | 'earlier'> {
  const standing = makeStandAlone(question, said);
  const [alone, asked] = [toPlainQuestion(standing.whole), toPlainQuestion(standing.asked)];
  // A question that names were put into leaves nothing to those before it.
  const isWhole = standing.asked !== question.text;
  const earlier = isWhole ? [] : listQuestions(question).filter((text) => text !== question.text);
  return {
    question: alone,
    ...(asked !== alone && { asked }),
    ...(earlier.length > 0 && { earlier }),
  };
}
