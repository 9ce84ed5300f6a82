import { chanceOf, listSections, type Section } from '../knowledge/search/list-sections.ts';
import type { SearchResult } from '../knowledge/search/passage.ts';
import { loadRankingWeights } from '../knowledge/search/ranking-weights.ts';
import { loadSectionWeights } from '../knowledge/search/section-weights.ts';
import type { AnswerContext, Match } from './answer.ts';
import { decideBand, type Band } from './coverage.ts';
import { preferGoals, relevantGoals } from './dialogue/asker.ts';
import { divideQuestion, type Division } from './dialogue/question-parts.ts';
import type { DomainName } from './domain.ts';

/** Matches of one question that its log keeps. */
const MATCHES_MAX = 8;

/** What the sources hold on a question. */
export interface Retrieval {
  /** Sections that fit the asker's goals first among those that are about as likely to answer. */
  result: SearchResult;
  /** How many of the first sections answer: two for a question that asks two things. */
  parts: 1 | 2;
  band: Band;
  matches: Match[];
  /** Sports and divisions of the asker's goals that bear on the question. */
  goals: DomainName[];
}

/**
 * Searches for a question, and decides how far the sources cover it. Where it may ask two things it is searched by
 * its halves too, the second by itself and as what follows the first; if each would be answered, by another section,
 * those two come first.
 */
export async function retrieve(context: AnswerContext): Promise<Retrieval> {
  const { standAlone, question, decision, domain } = context;
  const goals = relevantGoals(question.goals, standAlone, domain.words);
  const isLater = question.history.length > 0;
  const [found, ...divided] = await Promise.all([
    context.find(standAlone),
    ...divideQuestion(standAlone, domain).map(async (division) => answerHalves(context, division)),
  ]);
  const firsts = divided.find((sections) => sections.length > 1) ?? [];
  const hasTwo = firsts.length > 1;
  const names = new Set(firsts.map(([hit]) => hit?.section));
  const others = found.hits.filter(({ section }) => !names.has(section));
  const hits = hasTwo ? [...firsts.flat(), ...others] : preferGoals(found.hits, goals);
  const result = { ...found, hits };
  return {
    result,
    parts: hasTwo ? 2 : 1,
    band: hasTwo ? 'answered' : decideBand(found, decision, { isLater }),
    matches: listMatches(result),
    goals,
  };
}

/** The section of each half, where both halves are answered, by two sections; otherwise none. */
async function answerHalves(
  { find, decision: { sure, floor } }: AnswerContext,
  { halves, asksTwice }: Division,
): Promise<Section[]> {
  const least = asksTwice ? sure : Math.max(sure, loadRankingWeights().parts.minProbability);
  const [first, second] = halves;
  const [one, alone, following] = await Promise.all([
    find(first),
    find(second),
    find(second, first),
  ]);
  // What follows may say all that it asks, or leave some to what it follows.
  const other = chanceOf(following.hits) > chanceOf(alone.hits) ? following : alone;
  const found = [one, other];
  const sections = found
    .filter((half) => decideBand(half, { sure: least, floor }) === 'answered')
    .flatMap(({ hits }) => listSections(hits).slice(0, 1));
  const names = new Set(sections.map(([hit]) => hit?.section));
  return names.size === halves.length ? sections : [];
}

/**
 * What retrieval found, for the log, likeliest first. Similarity in [0, 1] is the passage's cosine, or, while it has no
 * vector, its share of the BM25 that the question's words could reach.
 */
export function listMatches({ hits, terms }: Pick<SearchResult, 'hits' | 'terms'>): Match[] {
  const totalIdf = terms.reduce((sum, { idf }) => sum + idf, 0);
  // BM25 per unit of the question's weight has this upper bound.
  const maxBm25Share = loadSectionWeights().bm25.k1 + 1;
  const found = hits.filter(({ bm25, cosine }) => bm25 > 0 || cosine !== null);
  return found.slice(0, MATCHES_MAX).map(({ passage, bm25, cosine }) => {
    const lexical = totalIdf === 0 ? 0 : bm25 / (maxBm25Share * totalIdf);
    return {
      source: passage.source.title,
      source_id: passage.source.id,
      similarity: Math.min(1, Math.max(0, cosine ?? lexical)),
      ...(passage.source.tags.length > 0 && { tags: passage.source.tags }),
      ...(passage.source.authority && { authority: passage.source.authority }),
      ...(passage.source.asOf && { as_of: passage.source.asOf }),
    };
  });
}
