import type { Passage, PassageHit, QuestionTerm } from '../../knowledge/search/passage.ts';
import { type Concept, measureConcepts } from '../../knowledge/search/question-concepts.ts';
import { loadRankingWeights, type RankingWeights } from '../../knowledge/search/ranking-weights.ts';
import { toTerms } from '../../knowledge/words/to-terms.ts';
import type { DomainName, Words } from '../domain.ts';
import { looksLikeInstruction, readTextUnits, type TextUnit, withoutVerdict } from './text-unit.ts';

/** A piece of a found passage with how well it answers the question. */
export interface ScoredUnit {
  passage: Passage;
  /** Index among the passage's units. */
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

type ComposingWeights = RankingWeights['composing'];

/** Scores every quotable piece of the found passages; pieces that give instructions are left out. */
export function scoreUnits(
  hits: readonly PassageHit[],
  { words, evidence: wanted, divisions }: Asked,
  weights: ComposingWeights = loadRankingWeights().composing,
): ScoredUnit[] {
  const bestScore = Math.max(...hits.map(({ score }) => score), Number.EPSILON);
  return hits.flatMap(({ passage, score, cosine }) => {
    const heading = toMatchTerms(passage.headingPath.at(-1) ?? '', divisions);
    const titles = [passage.source.title, ...passage.headingPath].join('\n');
    const context = toMatchTerms(titles, divisions);
    const headingCoverage = measureCoverage(words, heading);
    const passageScore =
      weights.passage * Math.max(0, score / bestScore) + weights.cosine * Math.max(0, cosine ?? 0);
    const isAsked = headingCoverage >= weights.minHeadingCoverage;
    const units = readTextUnits(passage.text);
    return units
      .map((unit, index) => {
        const own = toMatchTerms(unit.text, divisions);
        const coverage = measureCoverage(words, own);
        const together = own.union(context);
        // A `Yes` or `No` to another question is no evidence for this one.
        const evidence = measureEvidence(isAsked ? unit.text : withoutVerdict(unit.text), wanted);
        const covered = measureCoverage(words, together);
        return {
          passage,
          index,
          unit,
          terms: together,
          evidence: wanted.length === 0 ? 1 : evidence,
          opening: index === 0 && isAsked ? readOpening(units, weights.maxOpeningWords) : [],
          score:
            weights.coverage * coverage +
            weights.context * (covered - coverage) +
            weights.evidence * evidence +
            (index === 0 ? weights.opening * headingCoverage : 0) +
            passageScore,
        };
      })
      .filter(({ unit }) => !looksLikeInstruction(unit.text));
  });
}

/** Indexes of the sentences after the first in the first paragraph, as far as they fit. */
function readOpening(units: readonly TextUnit[], maxWords: number): number[] {
  const opening: number[] = [];
  let words = 0;
  for (const [index, unit] of units.entries()) {
    words += unit.text.split(/\s+/).length;
    if (unit.line !== units[0]?.line || words > maxWords) break;
    if (index > 0) opening.push(index);
  }
  return opening;
}

/** A question as quoting reads it. */
interface Asked {
  words: QuestionWords;
  /** The kinds of evidence that it asks for; none for an open question. */
  evidence: readonly Evidence[];
  divisions: readonly DomainName[];
}

/** Reads a question with the words that search saw. */
export function readAsked(question: string, terms: readonly QuestionTerm[], words: Words): Asked {
  const evidence = listEvidence(words.evidence).filter(({ asked }) => asked.test(question));
  return { words: weighQuestion(terms), evidence, divisions: words.divisions };
}

/** What the question's words mean, with their weight in the collection. */
export type QuestionWords = readonly Concept[];

/** Weighs a question by the words that search saw; stop words are left out. */
export function weighQuestion(terms: readonly QuestionTerm[]): QuestionWords {
  return terms
    .filter(({ idf }) => idf > 0)
    .map(({ term, idf, concept }) => concept ?? { weight: idf, shares: new Map([[term, 1]]) });
}

/** Share of the question's weight that a set of terms covers, by its words or by synonyms, in [0, 1]. */
export function measureCoverage(words: QuestionWords, terms: ReadonlySet<string>): number {
  return measureConcepts(words, terms);
}

/** Terms of a text for comparing it with a question; `Division II` and `D2` count as each other. */
function toMatchTerms(text: string, divisions: readonly DomainName[]): Set<string> {
  const terms = new Set(toTerms(text));
  for (const { name, pattern, as } of divisions) {
    if (as === undefined || !pattern.test(text)) continue;
    for (const term of toTerms(`${name} ${as}`)) terms.add(term);
  }
  return terms;
}

/** A kind of fact: what asks for it, and signs of it in a text, of which weak ones count half. */
interface Evidence {
  asked: RegExp;
  strong: RegExp;
  weak: RegExp;
}

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)';

function listEvidence(words: Words['evidence']): Evidence[] {
  const anyOf = (names: readonly string[]) => names.join('|');
  return [
    {
      asked:
        /\b(?:when|(?:what|which) (?:dates?|day|month|year|time)|deadlines?|how (?:soon|early|late))\b/i,
      strong: new RegExp(
        `\\b${MONTH}\\b\\.? \\d{1,2}\\b|\\b\\d{1,2} ${MONTH}\\b|\\b(?:at any (?:time|age)|after the \\d|\\d+ (?:days?|weeks?|months?))\\b`,
      ),
      weak: new RegExp(
        `\\b${MONTH}\\b|\\b(?:19|20)\\d\\d\\b|\\b(?:before|after|until|each year|semester|(?:${anyOf(words.school_years)}) year|days?|weeks?|months?)\\b`,
      ),
    },
    {
      asked: new RegExp(
        `\\b(?:how (?:many|often|long|tall|old|likely|far)|what (?:number|score|percentage|age|${anyOf(words.figures_asked)})|how much|most|maximum|minimum|limit|cap)\\b`,
        'i',
      ),
      strong: /\d|\b(?:no limit|unlimited)\b/i,
      weak: /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|half|million)\b/i,
    },
    {
      asked: /\b(?:how much|costs?|fees?|price|pays?|paid|borrow|afford|worth)\b/i,
      strong: /[$€£]\s?\d/,
      weak: new RegExp(`\\b(?:free|dollars?|cents?|fees?|cost|${anyOf(words.money)})\\b`, 'i'),
    },
    {
      asked: new RegExp(`\\b(?:who|whom|whose|which (?:${anyOf(words.people_asked)}))\\b`, 'i'),
      strong: /(?<=\S )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u,
      weak: new RegExp(`(?<=\\S )\\p{Lu}\\p{Ll}+|\\b(?:who|${anyOf(words.people)})\\b`, 'u'),
    },
    {
      asked:
        /(?:^|[.,;:!?] )(?:so |and |but )?(?:is|are|am|was|were|do|does|did|can|could|may|must|should|will|would|has|have)\b/i,
      strong: /^(?:yes|no|not|usually|sometimes|it depends|it can|they can)\b/i,
      weak: /\b(?:can|cannot|may|must|no longer|does not|do not|only)\b/i,
    },
  ];
}

/** The share of the wanted kinds of evidence that a text holds, in [0, 1]; 0 for an open question. */
function measureEvidence(text: string, wanted: readonly Evidence[]): number {
  if (wanted.length === 0) return 0;
  const held = wanted.map(({ strong, weak }) =>
    strong.test(text) ? 1 : weak.test(text) ? 0.5 : 0,
  );
  return held.reduce<number>((sum, share) => sum + share, 0) / wanted.length;
}
