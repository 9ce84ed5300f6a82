import type { Answer, AnswerContext } from '../answer.ts';
import { decideBand } from '../coverage.ts';
import type { Care, LookUp } from '../domain.ts';
import { describeUntranslated } from '../quote/answer-from-sources.ts';
import { renderQuotes, joinParagraphs, quotePassages } from '../quote/render-answer.ts';
import { listMatches } from '../retrieve.ts';
import type { CareTopic } from './find-care-topic.ts';
import { normaliseMessage } from './patterns/match.ts';

const MATCHES_MAX = 8;

/**
 * The reviewed text of a care topic, around the rule as the sources state it where a rule helps. A message
 * that only sounds like the topic (`isClassified`) is answered from the sources as well, in case it was misread.
 */
export async function answerWithCare(
  topic: CareTopic,
  context: AnswerContext,
  { isClassified = false }: { isClassified?: boolean } = {},
): Promise<Answer> {
  const { standAlone, decision, domain } = context;
  const { texts, words } = domain;
  const own = domain.care[topic];
  const before = (isClassified ? own.gentle : undefined) ?? own.text;
  const { questions, after } = chooseLookUps(own, standAlone);
  const asked = isClassified ? [...new Set([standAlone, ...questions])] : questions;
  if (asked.length === 0) return { kind: 'care', text: before, sources: [], matches: [] };

  const found = await Promise.all(
    asked.map(async (text) => ({ text, result: await context.find(text) })),
  );
  // Beside the topic's own look-ups, the asker's words count only when they find a sure answer.
  const needsSure = isClassified && own.gentle === undefined && found.length > 1;
  const quotes = found.flatMap(({ text, result }) => {
    const band = decideBand(result, decision);
    const isEnough = band === 'answered' || !(needsSure && text === standAlone);
    return band !== 'not_covered' && isEnough
      ? quotePassages(text, result, { words, parts: found.length })
      : [];
  });
  // Two look-ups may find the same.
  const ids = quotes.map(({ passage }) => passage.id);
  const once = quotes.filter(({ passage }, index) => ids.indexOf(passage.id) === index);
  const { body, sources, conflict } = renderQuotes(once, domain);
  // Whoever needs help first is not told what the sources lack.
  const silence = topic === 'abuse' ? '' : texts.care_without_sources;
  const fromSources =
    body === '' ? [silence] : [own.lead_in, describeUntranslated(context, once), body];
  const text = joinParagraphs([before, ...fromSources, after, conflict]);
  const matches = found.flatMap(({ result }) => listMatches(result)).slice(0, MATCHES_MAX);
  return { kind: 'care', text, sources, matches };
}

/** What the sources are asked for in a care answer, and what is said after it. */
interface LookUps {
  /** Empty: no source is asked. */
  questions: readonly string[];
  after: string;
}

/** Which questions of the sources help with this message. `standAlone` is it with its history. */
export function chooseLookUps(own: Care[CareTopic], standAlone: string): LookUps {
  const message = normaliseMessage(standAlone);
  const { look_ups, after = own.after } =
    own.matters.find(({ about }) => about.test(message)) ?? own;
  const toQuestion = (lookUp: LookUp) =>
    'heading' in lookUp ? lookUp.heading : lookUp.words.replaceAll('{question}', () => standAlone);
  return { questions: look_ups.map(toQuestion), after };
}
