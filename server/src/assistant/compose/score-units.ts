import type { Passage, PassageHit } from '../../knowledge/search/passage.ts';
import { looksLikeInstruction } from './looks-like-instruction.ts';
import { measureEvidence, type QuestionType } from './question-type.ts';
import { measureCoverage, type QuestionWords } from './question-words.ts';
import { withoutVerdict } from './short-verdict.ts';
import { readTextUnits, type TextUnit } from './text-unit.ts';
import { toMatchTerms } from './to-match-terms.ts';

/** A piece of a found passage with how well it answers the question. */
export interface ScoredUnit {
  passage: Passage;
  /** Place among the passage's units, from 0. */
  index: number;
  unit: TextUnit;
  score: number;
  /** The question's words that the piece or its headings hold. */
  terms: ReadonlySet<string>;
  /** How much of the asked kinds of evidence it holds, in [0, 1]; 1 for an open question. */
  evidence: number;
  /** Pieces of the same paragraph that come along: the opening of a section which the question names. */
  opening: readonly number[];
}

/** Weights of a piece's score. Tuned on SQuAD dev passages and the starter questions. */
const WEIGHTS = {
  coverage: 1,
  /** Question words that only the heading or the title holds. */
  context: 0.5,
  /** Question words that only the sentence before holds. */
  before: 0.4,
  evidence: 0.2,
  passage: 1.2,
  cosine: 0.3,
  /** The opening of a section whose heading asks the question. */
  opening: 0.3,
};
/** A heading that holds this share of the question's weight asks the question. */
const HEADING_COVERAGE_MIN = 0.6;
/** So many words of the opening paragraph of such a section are quoted. */
const OPENING_MAX_WORDS = 90;

/** Scores every quotable piece of the found passages; pieces that give instructions are left out. */
export function scoreUnits(
  hits: readonly PassageHit[],
  words: QuestionWords,
  types: readonly QuestionType[],
): ScoredUnit[] {
  const bestScore = Math.max(...hits.map(({ score }) => score), Number.EPSILON);
  return hits.flatMap(({ passage, score, cosine }) => {
    const heading = toMatchTerms(passage.headingPath.at(-1) ?? '');
    const context = toMatchTerms([passage.source.title, ...passage.headingPath].join('\n'));
    const headingCoverage = measureCoverage(words, heading);
    const passageScore =
      WEIGHTS.passage * Math.max(0, score / bestScore) + WEIGHTS.cosine * Math.max(0, cosine ?? 0);
    const isAsked = headingCoverage >= HEADING_COVERAGE_MIN;
    const units = readTextUnits(passage.text);
    return units
      .map((unit, index) => {
        const own = toMatchTerms(unit.text);
        const before = toMatchTerms(units[index - 1]?.text ?? '');
        const coverage = measureCoverage(words, own);
        const together = own.union(context);
        // A `Yes` or `No` to another question is no evidence for this one.
        const evidence = measureEvidence(isAsked ? unit.text : withoutVerdict(unit.text), types);
        const covered = measureCoverage(words, together);
        const withBefore = measureCoverage(words, together.union(before));
        return {
          passage,
          index,
          unit,
          terms: together,
          evidence: types.length === 0 ? 1 : evidence,
          opening: index === 0 && isAsked ? readOpening(units) : [],
          score:
            WEIGHTS.coverage * coverage +
            WEIGHTS.context * (covered - coverage) +
            WEIGHTS.before * (withBefore - covered) +
            WEIGHTS.evidence * evidence +
            (index === 0 ? WEIGHTS.opening * headingCoverage : 0) +
            passageScore,
        };
      })
      .filter(({ unit }) => !looksLikeInstruction(unit.text));
  });
}

/** Indexes of the sentences after the first in the first paragraph, as far as they fit. */
function readOpening(units: readonly TextUnit[]): number[] {
  const opening: number[] = [];
  let words = 0;
  for (const [index, unit] of units.entries()) {
    words += unit.text.split(/\s+/).length;
    if (unit.line !== units[0]?.line || words > OPENING_MAX_WORDS) break;
    if (index > 0) opening.push(index);
  }
  return opening;
}
