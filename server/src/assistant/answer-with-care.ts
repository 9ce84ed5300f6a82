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
  const { standAlone, bands } = context;
  const { questions, after } = chooseLookUps(topic, standAlone);
  const asked = isSensed ? [...new Set([standAlone, ...(questions ?? [])])] : questions;
  if (asked === null) return { kind: 'care', text: before, sources: [], matches: [] };

  const found = await Promise.all(
    asked.map(async (text) => ({ text, result: await context.find(text) })),
  );
  // Beside the topic's own look-ups, the asker's words count only when they find a sure answer.
  const needsSure = isSensed && gentleCare[topic] === undefined && found.length > 1;
  const quotes = found.flatMap(({ text, result }) => {
    const band = decideBand(result, bands);
    const isEnough = band === 'answered' || !(needsSure && text === standAlone);
    return band !== 'not_covered' && isEnough
      ? quotePassages(text, result, QUOTES_PER_LOOK_UP)
      : [];
  });
  const { body, sources, dates } = composeQuotes(mergeQuotes(quotes), context.now);
  const fromSources = body === '' ? [describeSilence(topic)] : [leadIn, body];
  const text = joinParagraphs([before, ...fromSources, after, dates]);
  const matches = found.flatMap(({ result }) => listMatches(result)).slice(0, MATCHES_MAX);
  return { kind: 'care', text, sources, matches };
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

/** Two look-ups may find the same sentence; it is quoted once. */
function mergeQuotes(quotes: readonly Quote[]): Quote[] {
  const spoken = new Set<string>();
  return quotes.flatMap((quote) => {
    const units = quote.units.filter(({ text }) => !spoken.has(text));
    for (const { text } of units) spoken.add(text);
    return units.length === 0 ? [] : [{ ...quote, units }];
  });
}
