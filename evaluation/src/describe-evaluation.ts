import type { Evaluation } from './evaluate-answers.ts';
import { isFlawless, type Figure } from './summarise-judgements.ts';

/** The figures, what is wrong with each answer that is not right, and what the bands do, line by line. */
export function describeEvaluation({ figures, judgements, calibration }: Evaluation): string[] {
  const slowest = Math.max(...judgements.map(({ durationMs }) => durationMs));
  return [
    '',
    ...figures.map(describeFigure),
    '',
    ...judgements.filter((judgement) => !isFlawless(judgement)).map(describeFlaws),
    `${judgements.length} questions, the slowest answered in ${slowest.toFixed(0)} ms.`,
    ...(calibration === null ? [] : describeCalibration(calibration)),
  ];
}

function describeFigure({ name, value, unit, goal, isReached }: Figure): string {
  const shown = unit === 'share' ? `${(value * 100).toFixed(1)} %` : String(value);
  const wanted = goal === null ? '' : unit === 'share' ? `goal ${goal * 100} %` : `goal ${goal}`;
  const mark = goal === null ? '    ' : isReached ? 'ok  ' : 'FAIL';
  return `${mark} ${name.padEnd(52)} ${shown.padStart(8)}  ${wanted}`.trimEnd();
}

function describeFlaws(judgement: Evaluation['judgements'][number]): string {
  const { id, kind, missing, forbidden, citesDocument, carriesDate } = judgement;
  const flaws = [
    judgement.isRightKind ? '' : `answered as ${kind}`,
    missing.length === 0 ? '' : `does not say ${missing.join(', ')}`,
    forbidden.length === 0 ? '' : `says ${forbidden.join(', ')}`,
    citesDocument === false ? 'cites another document' : '',
    carriesDate === false ? 'lacks its month' : '',
    judgement.isDated ? '' : 'is not dated',
    judgement.citationsHold ? '' : 'has a citation without a source',
  ];
  return `${id}: ${flaws.filter((flaw) => flaw !== '').join('; ')}`;
}

function describeCalibration(calibration: NonNullable<Evaluation['calibration']>): string[] {
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  const { covered, absent, auc, limits, best } = calibration;
  return [
    '',
    `Bands: ${covered} covered and ${absent} absent questions, AUC ${auc.toFixed(3)}.`,
    `At ${limits.floor} / ${limits.sure}: of the covered ${percent(calibration.coveredAnswered)} are answered, ${percent(calibration.coveredRefused)} refused; of the absent ${percent(calibration.absentAnswered)} are answered, ${percent(calibration.absentRefused)} refused.`,
    `Best single limit ${best.limit.toFixed(2)}: ${percent(best.coveredAbove)} of the covered above, ${percent(best.absentBelow)} of the absent below.`,
  ];
}
