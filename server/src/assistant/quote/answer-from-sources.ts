import { chanceOf, listSections, type Section } from '../../knowledge/search/list-sections.ts';
import type { PassageHit, SearchResult } from '../../knowledge/search/passage.ts';
import { loadRankingWeights } from '../../knowledge/search/ranking-weights.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { describeScope, listDivisionSections } from '../dialogue/divisions.ts';
import type { Texts } from '../domain.ts';
import type { Retrieval } from '../retrieve.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import type { Quote } from './text-unit.ts';
import { renderAnswer, joinParagraphs, quotePassages } from './render-answer.ts';

/** Titles named when nothing is covered. */
const NEAREST_TOPICS_MAX = 3;

/** Answers an ordinary question with quotes, or says that the sources do not cover it. */
export async function answerFromSources(
  context: AnswerContext,
  retrieval: Retrieval,
): Promise<Answer> {
  const { name, domain } = context;
  const { texts, words } = domain;
  const { band, result, parts, matches, goals } = retrieval;
  if (band === 'not_covered') return answerNotCovered(context, retrieval);
  const found = listSections(result.hits);
  const divisions = listDivisionSections(context, found);
  const sections = divisions.length > 0 ? divisions : found.slice(0, parts);
  const beside = sections.length > 1 ? undefined : findBeside(found);
  const quotes = quotePassages(result, { words, sections, ...(beside && { beside }) });
  if (quotes.length === 0) return answerNotCovered(context, retrieval);
  const { text, sources } = renderAnswer(quotes, {
    isCertain: band === 'answered',
    asksTwo: parts > 1,
    name,
    domain,
  });
  const named = goals.filter(({ pattern }) => sources.some(({ excerpt }) => pattern.test(excerpt)));
  const names = named.map((goal) => goal.name).join(texts.goals_joined_by);
  const note = names === '' ? '' : texts.goals({ goals: names });
  const scope = describeScope(context, sources);
  const quoted = new Set(quotes.map(({ passage }) => passage.id));
  return {
    kind: band,
    text: joinParagraphs([describeUntranslated(context, quotes), text, scope, note]),
    sources,
    matches,
    ...suggest(result.hits, quoted),
  };
}

/** The second section, where it is nearly as likely to answer as the first one. */
function findBeside([first = [], second]: readonly Section[]): Section | undefined {
  if (second === undefined) return undefined;
  const { minShare } = loadRankingWeights().beside;
  return chanceOf(second) >= minShare * chanceOf(first) ? second : undefined;
}

/** That quotes are in another language than the answer, by its name; empty where they are not. */
function describeUntranslated(
  { language, domain: { texts } }: Pick<AnswerContext, 'language' | 'domain'>,
  quotes: readonly Quote[],
): string {
  const other = quotes.map(({ passage }) => passage.language).find((own) => own !== language);
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
  return { kind: 'not_covered', text, sources: [], matches, ...suggest(result.hits, new Set()) };
}

function describeGap({ hits, terms }: SearchResult, name: string, texts: Texts): string {
  if (!terms.some(({ idf }) => idf > 0)) return texts.nonsense;
  const titles = new Set(hits.map(({ passage }) => escapeMarkdown(passage.source.title)));
  const topics = [...titles].slice(0, NEAREST_TOPICS_MAX).map((title) => `- ${title}`);
  const nearest = topics.length === 0 ? '' : texts.nearest_topics({ topics: topics.join('\n') });
  return joinParagraphs([texts.not_covered(name, {}), nearest, texts.where_to_ask]);
}

/** Questions offered beside an answer, and in its place. */
const BESIDE_MAX = 2;
const INSTEAD_MAX = 3;
const QUESTION = /\?\s*$/;

/**
 * Questions near the asked one that the sources answer, if there are any: headings of the next sections that are
 * questions, likeliest first, as far as they are near the best one, without those of `quoted` passages, whose
 * answers stand there already.
 */
export function suggest(
  hits: readonly PassageHit[],
  quoted: ReadonlySet<number>,
): Pick<Answer, 'suggestions'> {
  const { minShare, minProbability } = loadRankingWeights().suggestions;
  const sections = listSections(hits);
  const headingOf = (section: readonly PassageHit[]) =>
    section[0]?.passage.headingPath.at(-1) ?? '';
  const isQuoted = (section: readonly PassageHit[]) =>
    section.some(({ passage }) => quoted.has(passage.id));
  const answered = new Set(sections.filter(isQuoted).map(headingOf));
  const least = Math.max(minProbability, minShare * chanceOf(sections[0] ?? []));
  const near = sections
    .filter((section) => chanceOf(section) >= least)
    .map(headingOf)
    .filter((heading) => QUESTION.test(heading) && !answered.has(heading));
  const suggestions = [...new Set(near)].slice(0, quoted.size === 0 ? INSTEAD_MAX : BESIDE_MAX);
  return suggestions.length === 0 ? {} : { suggestions };
}
