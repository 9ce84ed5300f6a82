import type { Judgement } from './judge-answer.ts';
import type { KnownQuestion } from './read-questions.ts';

/** A question with what was answered to it and what that is worth. */
export type Judged = Judgement &
  Pick<KnownQuestion, 'asker' | 'language' | 'group' | 'question'> & { answer: string };

/** The figures of some of a set's questions, by the names of `FIGURES`; null where none bears on them. */
export interface Row {
  of: string;
  figures: Record<string, number | null>;
}

/** A figure: `share` in [0, 1], or another `number`. */
export interface Figure {
  name: string;
  unit: 'share' | 'number';
  measure(judged: readonly Judged[]): number | null;
}

/** What families experience, in the order of the tables' columns. */
export const FIGURES: readonly Figure[] = [
  { name: 'questions', unit: 'number', measure: (judged) => judged.length },
  share('said', (one) => one.saysAll),
  share('naive said', (one) => one.naive.saysAll),
  share('said early', (one) => one.saysAllEarly),
  share('right section', (one) => one.isRightSection),
  share('wrong', (one) => one.isWrong),
  share('says forbidden', (one) => one.forbidden.length > 0),
  share('refused', (one) => (one.isAbsent ? null : one.isRefused)),
  share('absent refused', (one) => (one.isAbsent ? one.isRefused : null)),
  share('hedged', (one) => one.kind === 'closest'),
  median('words', (one) => one.words),
  median('naive words', (one) => one.naive.words),
  median('ms', (one) => one.durationMs),
];

const BREAKDOWNS = ['asker', 'language', 'group'] as const;

/** The figures of a set, then those by asker, by language and by group. */
export function summariseJudgements(judged: readonly Judged[]): Row[] {
  const parts = BREAKDOWNS.flatMap((field) =>
    [...Map.groupBy(judged, (one) => one[field])].map(([value, part]) =>
      toRow(`${field} ${value}`, part),
    ),
  );
  return [toRow('all', judged), ...parts];
}

function toRow(of: string, judged: readonly Judged[]): Row {
  const figures = FIGURES.map(({ name, measure }) => [name, measure(judged)] as const);
  return { of, figures: Object.fromEntries(figures) };
}

/** The share of those that something holds for among those that it is asked of. */
function share(name: string, holds: (one: Judged) => boolean | null): Figure {
  return {
    name,
    unit: 'share',
    measure(judged) {
      const asked = judged.map(holds).filter((held) => held !== null);
      return asked.length === 0 ? null : asked.filter(Boolean).length / asked.length;
    },
  };
}

function median(name: string, valueOf: (one: Judged) => number): Figure {
  return {
    name,
    unit: 'number',
    measure: (judged) =>
      judged.map(valueOf).toSorted((a, b) => a - b)[Math.floor(judged.length / 2)] ?? null,
  };
}
