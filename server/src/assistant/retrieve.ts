import type { SearchResult } from '../knowledge/search/passage.ts';
import type { Answer } from './answer.ts';
import type { AnswerContext } from './answer-context.ts';
import type { DomainName } from './conversation/domain-names.ts';
import { preferGoals, relevantGoals } from './conversation/prefer-goals.ts';
import { decideBand, type Band } from './decide-band.ts';
import { listMatches } from './list-matches.ts';

/** What the sources hold on a question. */
export interface Retrieval {
  /** Hits that fit the asker's goals first among those of about the same score. */
  result: SearchResult;
  band: Band;
  matches: Answer['matches'];
  /** Sports and divisions of the asker's goals that bear on the question. */
  goals: DomainName[];
}

/** Searches once for a question, and decides how far the sources cover it. */
export async function retrieve(context: AnswerContext): Promise<Retrieval> {
  const { standAlone, question, bands } = context;
  const goals = relevantGoals(question.goals, standAlone);
  const found = await context.find(standAlone);
  return {
    result: { ...found, hits: preferGoals(found.hits, goals) },
    band: decideBand(found, bands),
    matches: listMatches(found),
    goals,
  };
}
