import type { AskedAnswers } from '../../server/src/cli/commands/ask.ts';
import { type Figure, measureGoals } from './golden-goals.ts';
import { judgeAnswer, type Judgement } from './judge-answer.ts';
import { measureAuc } from './measure-reliability.ts';
import type { QuestionFile } from './read-questions.ts';

const NOT_SEARCHED = { heading: undefined, probability: undefined };

export interface Evaluation {
  figures: Figure[];
  judgements: Judgement[];
  /** How well coverage tells covered questions from absent ones; null where the file lists no absent topics. */
  calibration: { auc: number } | null;
}

/** Questions whose coverage is measured: those that the sources cover, then the absent ones. */
export function listMeasured({ questions, absent }: QuestionFile): string[] {
  const covered = questions.filter(({ care, isAbsent }) => care === undefined && !isAbsent);
  return absent.length === 0 ? [] : [...covered.map(({ question }) => question), ...absent];
}

/**
 * Judges answers in the order of a file's questions, and coverages of `listMeasured`, by the golden goals.
 * `titleOf` tells the title under which a file is cited.
 */
export function evaluateAnswers(
  file: QuestionFile,
  { answers, coverages }: AskedAnswers,
  titleOf: (file: string) => string | undefined,
): Evaluation {
  const judgements = file.questions.map((question, index) => {
    const timed = answers[index];
    if (timed === undefined) throw new Error(`${question.id} has no answer.`);
    const given = { ...timed, firstHit: NOT_SEARCHED, naive: '' };
    return judgeAnswer(question, given, { titleOf, under: () => undefined });
  });
  const covered = listMeasured(file).length - file.absent.length;
  const auc = measureAuc(coverages.slice(0, covered), coverages.slice(covered));
  const calibration = file.absent.length === 0 ? null : { auc };
  return { figures: measureGoals(file.questions, judgements), judgements, calibration };
}
