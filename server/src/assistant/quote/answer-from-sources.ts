import { languageOf, type PassageHit, type SearchResult } from '../../knowledge/search/passage.ts';
import { loadRankingWeights } from '../../knowledge/search/ranking-weights.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { describeScope, listDivisionSections } from '../dialogue/divisions.ts';
import type { Texts } from '../domain.ts';
import type { Retrieval } from '../retrieve.ts';
import { continueQuotes, listUnfinished } from './choose-quotes.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { renderAnswer, joinParagraphs, quotePassages } from './render-answer.ts';
import type { Quote } from './text-unit.ts';

/** Titles named when nothing is covered. */
const NEAREST_TOPICS_MAX = 3;
/** Pieces quoted when the sources may not answer the question. */
const CLOSEST_MAX = 2;

/** Answers an ordinary question with quotes, or says that the sources do not cover it. */
export async function answerFromSources(
  context: AnswerContext,
  retrieval: Retrieval,
): Promise<Answer> {
  const { name, now } = context;
  const { texts } = context.domain;
  const { band, matches, goals } = retrieval;
  if (band === 'not_covered') return answerNotCovered(context, retrieval);
  const quotes = await quoteAll(context, retrieval);
  if (quotes.length === 0) return answerNotCovered(context, retrieval);
  const { text, sources } = renderAnswer(quotes, {
    isCertain: band === 'answered',
    name,
    now,
    texts,
  });
  const named = goals.filter(({ pattern }) => sources.some(({ excerpt }) => pattern.test(excerpt)));
  const names = named.map((goal) => goal.name).join(texts.goals_joined_by);
  const note = names === '' ? '' : texts.goals({ goals: names });
  const scope = describeScope(context, sources);
  const untranslated = describeUntranslated(context, quotes);
  const whole = joinParagraphs([untranslated, text, scope, note]);
  const answer = { kind: band, text: whole, sources, matches };
  if (band === 'answered') return answer;
  const quoted = new Set(quotes.map(({ passage }) => passage.id));
  return { ...answer, suggestions: suggestQuestions(retrieval.result.hits, { quoted }) };
}

/** That quotes are in another language than the answer, by its name; empty where they are not. */
export function describeUntranslated(
  { language, domain: { texts } }: Pick<AnswerContext, 'language' | 'domain'>,
  quotes: readonly Quote[],
): string {
  const other = quotes.map(({ passage }) => languageOf(passage)).find((own) => own !== language);
  if (other === undefined) return '';
  const names = new Intl.DisplayNames([language], { type: 'language' });
  return texts.untranslated({ language: names.of(other) ?? other });
}

/**
 * Says that the sources do not hold it, which topics come nearest, where to ask, and whether sources are
 * still being read.
 */
export async function answerNotCovered(
  { name, countUnread, domain: { texts } }: AnswerContext,
  { result, matches }: Retrieval,
): Promise<Answer> {
  const unread = await countUnread();
  const note = unread === 1 ? texts.one_unread : texts.many_unread({ count: String(unread) });
  const text = joinParagraphs([describeGap(result, name, texts), unread === 0 ? '' : note]);
  const suggestions = suggestQuestions(result.hits, { quoted: new Set() });
  return { kind: 'not_covered', text, sources: [], matches, suggestions };
}

async function quoteAll(context: AnswerContext, { band, result }: Retrieval): Promise<Quote[]> {
  const {
    standAlone,
    readNeighbours,
    domain: { words },
  } = context;
  const bestMax = band === 'closest' ? CLOSEST_MAX : undefined;
  const sections = await listDivisionSections(context, result.hits);
  const quotes =
    sections.length === 0
      ? quotePassages(standAlone, result, { words, bestMax })
      : sections.flatMap((hit) =>
          quotePassages(standAlone, { ...result, hits: [hit] }, { words, bestMax: 1 }),
        );
  const unfinished = listUnfinished(quotes);
  if (unfinished.length === 0) return quotes;
  return continueQuotes(quotes, await readNeighbours(unfinished));
}

function describeGap({ hits, terms }: SearchResult, name: string, texts: Texts): string {
  if (!terms.some(({ idf }) => idf > 0)) return texts.nonsense;
  const titles = new Set(hits.map(({ passage }) => escapeMarkdown(passage.source.title)));
  const topics = [...titles].slice(0, NEAREST_TOPICS_MAX).map((title) => `- ${title}`);
  const nearest = topics.length === 0 ? '' : texts.nearest_topics({ topics: topics.join('\n') });
  return joinParagraphs([texts.not_covered(name, {}), nearest, texts.where_to_ask]);
}

const SUGGESTIONS_MAX = 3;
const QUESTION = /\?\s*$/;

/**
 * Questions near the asked one that the sources answer: headings of found passages that are questions,
 * best first, without those of `quoted` passages, whose answers stand there already.
 */
export function suggestQuestions(
  hits: readonly PassageHit[],
  { quoted }: { quoted: ReadonlySet<number> },
): string[] {
  const headingOf = ({ passage }: PassageHit) => passage.headingPath.at(-1) ?? '';
  const answered = new Set(hits.filter(({ passage }) => quoted.has(passage.id)).map(headingOf));
  // What is farther from the question than both is another topic.
  const { minCosine, minCoverage } = loadRankingWeights().suggestions;
  const near = hits
    .filter(({ cosine, coverage }) => (cosine ?? 0) >= minCosine || coverage >= minCoverage)
    .map(headingOf)
    .filter((heading) => QUESTION.test(heading) && !answered.has(heading));
  return [...new Set(near)].slice(0, SUGGESTIONS_MAX);
}
