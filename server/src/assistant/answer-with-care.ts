import type { SearchResult } from '../knowledge/search/passage.ts';
import type { Answer } from './answer.ts';
import type { Quote } from './compose/choose-quotes.ts';
import { composeQuotes, joinParagraphs, quotePassages } from './compose/compose-answer.ts';
import type { AnswerContext } from './answer-context.ts';
import { chooseLookUps } from './choose-look-ups.ts';
import { decideBand } from './decide-band.ts';
import { asksForHelpInSpanish, type CareTopic } from './guards/find-care-topic.ts';
import { listMatches } from './list-matches.ts';
import { careTexts, careWithoutSources, gentleCare } from './messages.ts';
import { SPANISH_CARE } from './messages.es.ts';

/** Pieces quoted for one look-up. */
const QUOTES_PER_LOOK_UP = 1;
const MATCHES_MAX = 8;

/**
 * The reviewed text of a care topic, around the rule as the sources state it where a rule helps. A message
 * that only sounds like the topic (`isSensed`) is answered from the sources as well, in case it was misheard.
 */
export async function answerWithCare(
  topic: CareTopic,
  context: AnswerContext,
  { isSensed = false }: { isSensed?: boolean } = {},
): Promise<Answer> {
  const { leadIn } = careTexts[topic];
  const before = chooseText(topic, context.question.text, isSensed);
  const chosen = chooseLookUps(topic, context.standAlone);
  const { after } = chosen;
  const questions = isSensed ? addOwnWords(chosen.questions, context) : chosen.questions;
  if (questions === null) return { kind: 'care', text: before, sources: [], matches: [] };

  const found = await Promise.all(
    questions.map(async (text) => ({ text, result: await context.find(text) })),
  );
  const { body, sources, dates } = composeQuotes(
    mergeQuotes(found.flatMap((lookUp) => quoteLookUp(lookUp, context))),
    context.now,
  );
  const fromSources = body === '' ? [describeSilence(topic)] : [leadIn, body];
  const text = joinParagraphs([before, ...fromSources, after, dates]);
  const matches = found.flatMap(({ result }) => listMatches(result)).slice(0, MATCHES_MAX);
  return { kind: 'care', text, sources, matches };
}

function addOwnWords(questions: readonly string[] | null, { standAlone }: AnswerContext): string[] {
  return [...new Set([standAlone, ...(questions ?? [])])];
}

/** Whoever needs help first is not told what the sources lack. */
function describeSilence(topic: CareTopic): string {
  return topic === 'abuse' ? '' : careWithoutSources;
}

function chooseText(topic: CareTopic, message: string, isSensed: boolean): string {
  const gentle = isSensed ? gentleCare[topic] : undefined;
  if (gentle !== undefined) return gentle;
  const inSpanish = SPANISH_CARE[topic];
  return inSpanish !== undefined && asksForHelpInSpanish(message)
    ? inSpanish
    : careTexts[topic].before;
}

function quoteLookUp(
  { text, result }: { text: string; result: SearchResult },
  { bands }: AnswerContext,
): Quote[] {
  const isCovered = decideBand(result, bands) !== 'not_covered';
  return isCovered ? quotePassages(text, result, QUOTES_PER_LOOK_UP) : [];
}

/** Two look-ups may find the same sentence; it is quoted once. */
function mergeQuotes(quotes: readonly Quote[]): Quote[] {
  const spoken = new Set<string>();
  return quotes.flatMap((quote) => {
    const units = quote.units.filter(({ text }) => !spoken.has(text));
    for (const { text } of units) spoken.add(text);
    return units.length === 0 ? [] : [{ ...quote, units }];
  });
}
