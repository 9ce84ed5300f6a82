import type { SearchResult } from '../knowledge/search/passage.ts';
import type { Answer } from './answer.ts';
import { composeAnswer, joinParagraphs, quotePassages } from './compose/compose-answer.ts';
import type { Quote } from './compose/choose-quotes.ts';
import { continueQuotes, listUnfinished } from './compose/continue-quotes.ts';
import { describeScope } from './compose/describe-scope.ts';
import { escapeMarkdown } from './compose/escape-markdown.ts';
import { listDivisionSections } from './conversation/list-division-sections.ts';
import type { AnswerContext } from './answer-context.ts';
import { goalsNote, notCoveredText, plainReplies, unreadNote } from './messages.ts';
import type { Retrieval } from './retrieve.ts';
import { suggestQuestions } from './suggest-questions.ts';

/** Titles named when nothing is covered. */
const NEAREST_TOPICS_MAX = 3;
/** Pieces quoted when the sources may not answer the question. */
const CLOSEST_MAX = 2;

/** Answers an ordinary question with quotes, or says that the sources do not cover it. */
export async function answerFromSources(
  context: AnswerContext,
  retrieval: Retrieval,
): Promise<Answer> {
  const { standAlone, name, now } = context;
  const { band, matches, goals } = retrieval;
  if (band === 'not_covered') return answerNotCovered(context, retrieval);
  const quotes = await quoteAll(context, retrieval);
  if (quotes.length === 0) return answerNotCovered(context, retrieval);
  const { text, sources } = composeAnswer(quotes, { isCertain: band === 'answered', name, now });
  const named = goals.filter(({ pattern }) => sources.some(({ excerpt }) => pattern.test(excerpt)));
  const note = named.length === 0 ? '' : goalsNote(named.map((goal) => goal.name).join(' and '));
  const scope = describeScope(standAlone, sources);
  const answer = { kind: band, text: joinParagraphs([text, scope, note]), sources, matches };
  if (band === 'answered') return answer;
  const quoted = new Set(quotes.map(({ passage }) => passage.id));
  return { ...answer, suggestions: suggestQuestions(retrieval.result.hits, { quoted }) };
}

/**
 * Says that the sources do not hold it, which topics come nearest, where to ask, and whether sources are
 * still being read.
 */
export async function answerNotCovered(
  { name, countUnread }: AnswerContext,
  { result, matches }: Retrieval,
): Promise<Answer> {
  const unread = await countUnread();
  const text = joinParagraphs([describeGap(result, name), unread === 0 ? '' : unreadNote(unread)]);
  const suggestions = suggestQuestions(result.hits, { quoted: new Set() });
  return { kind: 'not_covered', text, sources: [], matches, suggestions };
}

async function quoteAll(
  { standAlone, readNeighbours }: AnswerContext,
  { band, result }: Retrieval,
): Promise<Quote[]> {
  const bestMax = band === 'closest' ? CLOSEST_MAX : undefined;
  const sections = await listDivisionSections(standAlone, result.hits, readNeighbours);
  const quotes =
    sections.length === 0
      ? quotePassages(standAlone, result, bestMax)
      : sections.flatMap((hit) => quotePassages(standAlone, { ...result, hits: [hit] }, 1));
  const unfinished = listUnfinished(quotes);
  if (unfinished.length === 0) return quotes;
  return continueQuotes(quotes, await readNeighbours(unfinished));
}

function describeGap({ hits, terms }: SearchResult, name: string): string {
  if (!terms.some(({ idf }) => idf > 0)) return plainReplies.nonsense;
  const titles = new Set(hits.map(({ passage }) => escapeMarkdown(passage.source.title)));
  return notCoveredText([...titles].slice(0, NEAREST_TOPICS_MAX), name);
}
