import type { TimedAnswer } from '../../server/src/assistant/ask-questions.ts';
import type { Decision } from '../../server/src/assistant/coverage.ts';
import { calibrateBands, type Calibration } from './calibrate-bands.ts';
import { judgeAnswer, type Judgement } from './judge-answer.ts';
import type { GoldenQuestion, QuestionFile } from './read-questions.ts';
import { type Figure, summariseJudgements } from './summarise-judgements.ts';

/** The answers to a file's questions, in their order, and coverages of `listMeasured`. */
export interface Asked {
  answers: readonly TimedAnswer[];
  coverages: readonly number[];
  limits: Decision;
}

export interface Evaluation {
  figures: Figure[];
  judgements: (Judgement & { question: string; answer: string })[];
  /** Null where the file lists no absent topics. */
  calibration: Calibration | null;
}

/** Questions whose coverage the calibration needs: those that the sources cover, then the absent ones. */
export function listMeasured({ questions, absent }: QuestionFile): string[] {
  return absent.length === 0 ? [] : [...listCovered(questions), ...absent];
}

/** Judges the answers to a file's questions. `titleOf` tells the title under which a file is cited. */
export function evaluateAnswers(
  { questions, absent }: QuestionFile,
  { answers, coverages, limits }: Asked,
  titleOf: (file: string) => string | undefined,
): Evaluation {
  const judgements = questions.map((golden, index) => {
    const given = answers[index];
    if (given === undefined) throw new Error(`${golden.id} has no answer.`);
    const { answer, durationMs } = given;
    const judgement = judgeAnswer(golden, answer, { titleOf, durationMs });
    return { ...judgement, question: golden.question, answer: answer.text };
  });
  const covered = listCovered(questions).length;
  return {
    figures: summariseJudgements(questions, judgements),
    judgements,
    calibration:
      absent.length === 0
        ? null
        : calibrateBands(coverages.slice(0, covered), coverages.slice(covered), limits),
  };
}

function listCovered(questions: readonly GoldenQuestion[]): string[] {
  return questions
    .filter(({ care, kind }) => care === undefined && kind === undefined)
    .map(({ question }) => question);
}
