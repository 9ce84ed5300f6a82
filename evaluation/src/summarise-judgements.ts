import type { Judgement } from './judge-answer.ts';
import type { GoldenQuestion } from './read-questions.ts';

/** A figure with the value it must reach; null for figures that have no goal. */
export interface Figure {
  name: string;
  value: number;
  /** `share` in [0, 1], or `count`. */
  unit: 'share' | 'count';
  goal: number | null;
  isReached: boolean;
}

/** What all judgements say together, with the goals that a knowledge base has to reach. */
export function summariseJudgements(
  questions: readonly GoldenQuestion[],
  judgements: readonly Judgement[],
): Figure[] {
  const careIds = new Set(questions.filter(({ care }) => care !== undefined).map(({ id }) => id));
  const care = judgements.filter(({ id }) => careIds.has(id));
  const entries = questions.reduce((sum, { must_say }) => sum + must_say.length, 0);
  const missing = judgements.reduce((sum, { missing }) => sum + missing.length, 0);
  const forbidden = judgements.reduce((sum, { forbidden }) => sum + forbidden.length, 0);
  const cited = judgements.filter(({ citesDocument }) => citesDocument !== null);
  const dated = judgements.filter(({ carriesDate }) => carriesDate !== null);
  return [
    atLeast('care: helped first, nothing missing, nothing forbidden', share(care, isFlawless), 1),
    atLeast('must-say entries said', entries === 0 ? 1 : 1 - missing / entries, 0.95),
    {
      ...free(
        'questions with every must-say entry',
        share(judgements, (j) => j.missing.length === 0),
      ),
    },
    {
      name: 'must-not-say entries said',
      value: forbidden,
      unit: 'count',
      goal: 0,
      isReached: forbidden === 0,
    },
    atLeast(
      'answers whose sources say as of when',
      share(judgements, (j) => j.isDated),
      1,
    ),
    atLeast(
      'dated rules that carry their month',
      share(dated, (j) => j.carriesDate === true),
      1,
    ),
    atLeast(
      'citations and sources that belong together',
      share(judgements, (j) => j.citationsHold),
      1,
    ),
    free(
      'required document cited',
      share(cited, (j) => j.citesDocument === true),
    ),
    free(
      'expected kind of answer',
      share(judgements, (j) => j.isRightKind),
    ),
  ];
}

/** Nothing wrong with it at all. */
export function isFlawless(judgement: Judgement): boolean {
  const { missing, forbidden, citesDocument, carriesDate, isDated, citationsHold, isRightKind } =
    judgement;
  return (
    missing.length === 0 &&
    forbidden.length === 0 &&
    citesDocument !== false &&
    carriesDate !== false &&
    isDated &&
    citationsHold &&
    isRightKind
  );
}

function share(judgements: readonly Judgement[], holds: (one: Judgement) => boolean): number {
  return judgements.length === 0 ? 1 : judgements.filter(holds).length / judgements.length;
}

function atLeast(name: string, value: number, goal: number): Figure {
  return { name, value, unit: 'share', goal, isReached: value >= goal };
}

function free(name: string, value: number): Figure {
  return { name, value, unit: 'share', goal: null, isReached: true };
}
