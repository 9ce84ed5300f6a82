import type { Passage, PassageHit, QuestionTerm } from '../../knowledge/search/passage.ts';
import {
  measureShare,
  weighWords,
  type WordWeights,
} from '../../knowledge/search/question-terms.ts';
import { loadRankingWeights, type RankingWeights } from '../../knowledge/search/ranking-weights.ts';
import { toTermsIn } from '../../knowledge/words/to-terms.ts';
import type { DomainName, Words } from '../domain.ts';
import { looksLikeInstruction, readTextUnits, type TextUnit } from './text-unit.ts';

/** A piece of a section with how well it answers the question. */
export interface ScoredUnit {
  passage: Passage;
  unit: TextUnit;
  score: number;
}

/** What a piece is scored by, each in [0, 1]. */
export interface UnitFit {
  /** The share of the question's words, by their rarity, that it holds. */
  coverage: number;
  /** The share that only its headings and its source's title hold. */
  context: number;
  /** Its share in what answers the known questions most like this one. */
  asked: number;
  /** 1 of the first piece of a section, which often answers its heading. */
  first: number;
}

/**
 * Scores every quotable piece of one section's passages, in their order. What overlapping passages repeat is
 * there once; pieces that give instructions are left out.
 */
export function scoreUnits(
  section: readonly PassageHit[],
  asked: Asked,
  weights: RankingWeights['composing'] = loadRankingWeights().composing,
): ScoredUnit[] {
  return measureUnits(section, asked).map(({ fit, ...piece }) => ({
    ...piece,
    score:
      weights.coverage * fit.coverage +
      weights.context * fit.context +
      weights.asked * fit.asked +
      weights.first * fit.first,
  }));
}

/** Measures what {@link scoreUnits} scores. */
export function measureUnits(
  section: readonly Pick<PassageHit, 'passage' | 'sentences'>[],
  { words, divisions }: Asked,
): { passage: Passage; unit: TextUnit; fit: UnitFit }[] {
  const known = new Set<string>();
  return section
    .flatMap(({ passage, sentences = new Map<string, number>() }) => {
      const { source, headingPath, language } = passage;
      const said = { language, divisions };
      const context = toMatchTerms([source.title, ...headingPath].join('\n'), said);
      return readTextUnits(passage.text).map((unit) => {
        const own = toMatchTerms(unit.text, said);
        const coverage = measureShare(words, own);
        const asked = [...sentences].find(([opening]) => unit.text.startsWith(opening))?.[1] ?? 0;
        const inContext = measureShare(words, own.union(context)) - coverage;
        return { passage, unit, fit: { coverage, context: inContext, asked, first: 0 } };
      });
    })
    .filter(({ unit: { text } }) => {
      const isNew = !known.has(text) && !looksLikeInstruction(text);
      known.add(text);
      return isNew;
    })
    .map((piece, index) => ({ ...piece, fit: { ...piece.fit, first: index === 0 ? 1 : 0 } }));
}

/** A question as quoting reads it. */
export interface Asked {
  words: WordWeights;
  divisions: readonly DomainName[];
}

/** Reads a question with the words that search saw. */
export function readAsked(terms: readonly QuestionTerm[], { divisions }: Words): Asked {
  return { words: weighWords(terms), divisions };
}

/** Terms of a text for comparing it with a question; `Division II` and `D2` count as each other. */
function toMatchTerms(
  text: string,
  { language, divisions }: { language: string; divisions: readonly DomainName[] },
): Set<string> {
  const terms = new Set(toTermsIn(language, text));
  for (const { name, pattern, as } of divisions) {
    if (as === undefined || !pattern.test(text)) continue;
    for (const term of toTermsIn(language, `${name} ${as}`)) terms.add(term);
  }
  return terms;
}
