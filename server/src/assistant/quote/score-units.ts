import {
  type Passage,
  type PassageHit,
  type QuestionTerm,
} from '../../knowledge/search/passage.ts';
import {
  measureShare,
  weighWords,
  type WordWeights,
} from '../../knowledge/search/question-terms.ts';
import { loadRankingWeights, type RankingWeights } from '../../knowledge/search/ranking-weights.ts';
import { toTermsIn } from '../../knowledge/words/to-terms.ts';
import type { DomainName, Words } from '../domain.ts';
import { looksLikeInstruction, readTextUnits, type TextUnit, withoutVerdict } from './text-unit.ts';

/** A piece of a section with how well it answers the question. */
export interface ScoredUnit {
  passage: Passage;
  unit: TextUnit;
  score: number;
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
  const known = new Set<string>();
  return section
    .flatMap(({ passage }) => {
      const rate = createRating(passage, asked, weights);
      return readTextUnits(passage.text).map((unit) => ({ passage, unit, rate }));
    })
    .filter(({ unit: { text } }) => {
      const isNew = !known.has(text) && !looksLikeInstruction(text);
      known.add(text);
      return isNew;
    })
    .map(({ passage, unit, rate }, index) => ({
      passage,
      unit,
      score: rate(unit.text, index === 0) - weights.place * index,
    }));
}

/** Rates a text of a passage by what it and its headings hold of the question. */
function createRating(
  passage: Passage,
  { words, evidence: wanted, divisions }: Asked,
  weights: RankingWeights['composing'],
): (text: string, isFirst: boolean) => number {
  const { source, headingPath } = passage;
  const said = { language: passage.language, divisions };
  const ofHeading = measureShare(words, toMatchTerms(headingPath.at(-1) ?? '', said));
  const context = toMatchTerms([source.title, ...headingPath].join('\n'), said);
  return (text, isFirst) => {
    const own = toMatchTerms(text, said);
    const coverage = measureShare(words, own);
    const inContext = measureShare(words, own.union(context)) - coverage;
    // A `Yes` or `No` to another question is no evidence for this one.
    const evidence = measureEvidence(withoutVerdict(text), wanted);
    return (
      weights.coverage * coverage +
      weights.context * inContext +
      weights.evidence * evidence -
      (wanted.length === 0 ? 0 : weights.withoutEvidence * (1 - evidence)) +
      (isFirst ? weights.opening * ofHeading : 0)
    );
  };
}

/** A question as quoting reads it. */
interface Asked {
  words: WordWeights;
  /** The kinds of evidence that it asks for; none for an open question. */
  evidence: readonly Evidence[];
  divisions: readonly DomainName[];
}

/** Reads a question with the words that search saw. */
export function readAsked(question: string, terms: readonly QuestionTerm[], words: Words): Asked {
  const evidence = listEvidence(words.evidence).filter(({ asked }) => asked.test(question));
  return { words: weighWords(terms), evidence, divisions: words.divisions };
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
