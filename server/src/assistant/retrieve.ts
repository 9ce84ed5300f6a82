import { listSections } from '../knowledge/search/list-sections.ts';
import type { SearchResult } from '../knowledge/search/passage.ts';
import { loadSectionWeights } from '../knowledge/search/section-weights.ts';
import type { AnswerContext, Match } from './answer.ts';
import { decideBand, type Band } from './coverage.ts';
import { preferGoals, relevantGoals } from './dialogue/asker.ts';
import { splitQuestion } from './dialogue/question-parts.ts';
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
 * Searches for a question, and decides how far the sources cover it. A question that asks two things is searched
 * by its halves too; where each would be answered, by another section, those two come first.
 */
export async function retrieve(context: AnswerContext): Promise<Retrieval> {
  const { standAlone, question, decision, domain } = context;
  const goals = relevantGoals(question.goals, standAlone, domain.words);
  const halves = splitQuestion(standAlone, domain);
  const [found, ...ofHalves] = await Promise.all(
    [standAlone, ...halves].map(async (text) => context.find(text)),
  );
  if (found === undefined) throw new Error('Nothing was searched for.');
  const firsts = ofHalves
    .filter((half) => decideBand(half, decision) === 'answered')
    .flatMap(({ hits }) => listSections(hits).slice(0, 1));
  const names = new Set(firsts.map(([hit]) => hit?.section));
  const hasTwo = names.size === 2;
  const others = found.hits.filter(({ section }) => !names.has(section));
  const hits = hasTwo ? [...firsts.flat(), ...others] : preferGoals(found.hits, goals);
  const result = { ...found, hits };
  return {
    result,
    parts: hasTwo ? 2 : 1,
    band: hasTwo ? 'answered' : decideBand(found, decision),
    matches: listMatches(result),
    goals,
  };
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
