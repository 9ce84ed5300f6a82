import type { Judgement } from './judge-answer.ts';
import type { KnownQuestion } from './read-questions.ts';

/** A share in [0, 1] with the goal that it has to reach. */
export interface Figure {
  name: string;
  value: number;
  goal: number;
  isReached: boolean;
}

/** The goals that the answers to the golden questions have to reach. */
export function measureGoals(
  questions: readonly KnownQuestion[],
  judgements: readonly Judgement[],
): Figure[] {
  const careIds = new Set(questions.filter(({ care }) => care !== undefined).map(({ id }) => id));
  const care = judgements.filter(({ id }) => careIds.has(id));
  const dated = judgements.filter(({ carriesDate }) => carriesDate !== null);
  const entries = questions.flatMap(({ must_say }) => must_say).length;
  const missing = judgements.flatMap((judgement) => judgement.missing).length;
  const figures: [string, number, number][] = [
    ['care: helped first, nothing missing, nothing forbidden', share(care, isFlawless), 1],
    ['must-say entries said', entries === 0 ? 1 : 1 - missing / entries, 0.95],
    ['nothing said that must not be', share(judgements, (j) => j.forbidden.length === 0), 1],
    ['answers whose sources say as of when', share(judgements, (j) => j.isDated), 1],
    ['dated rules that carry their month', share(dated, (j) => j.carriesDate === true), 1],
    ['citations and sources that belong together', share(judgements, (j) => j.citationsHold), 1],
  ];
  return figures.map(([name, value, goal]) => ({ name, value, goal, isReached: value >= goal }));
}

/** Nothing wrong with it at all. */
export function isFlawless(judgement: Judgement): boolean {
  const { missing, forbidden, citesDocument, carriesDate } = judgement;
  return (
    missing.length === 0 &&
    forbidden.length === 0 &&
    citesDocument !== false &&
    carriesDate !== false &&
    judgement.isDated &&
    judgement.citationsHold &&
    judgement.isRightKind
  );
}

function share(judgements: readonly Judgement[], holds: (one: Judgement) => boolean): number {
  return judgements.length === 0 ? 1 : judgements.filter(holds).length / judgements.length;
}
