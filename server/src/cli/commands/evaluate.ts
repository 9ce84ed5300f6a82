import { readdir, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { evaluateAnswers, type Evaluation } from '../../assistant/evaluation/evaluate-answers.ts';
import { readQuestions } from '../../assistant/evaluation/read-questions.ts';
import { isFlawless, type Figure } from '../../assistant/evaluation/summarise-judgements.ts';
import { readFrontMatter } from '../../knowledge/extract/markdown/read-front-matter.ts';
import { openAssistant } from '../../open-assistant.ts';
import type { Services } from '../../services.ts';
import { UsageError, type OperatorCommand } from '../operator-command.ts';

const KNOWLEDGE_BASE = new URL('../../../../knowledge-base/', import.meta.url);
/** Questions by option; only the golden ones have goals. */
const FILES = {
  golden: 'golden-questions.yaml',
  'own-words': 'own-words-questions.yaml',
  'hold-out': 'hold-out-questions.yaml',
};
/** Nobody's day: the operator asks, and pays. */
const UNCOUNTED = { hasRoom: async () => true, spend: async () => undefined };

/**
 * Asks the golden questions of the running configuration and prints how well they were answered. Fails
 * when a goal is missed, so that scripts see it; questions in own words and held-out ones have no goals.
 */
export const evaluateCommand: OperatorCommand = {
  name: 'evaluate',
  usage: 'evaluate [--own-words | --hold-out] [--json FILE]',
  async run(services, args, report, signal) {
    const { json, questions } = readOptions(args);
    await refuseEmpty(services);
    const { assistant, search, bands } = openAssistant(services, { budget: UNCOUNTED });
    const titles = await readTitles();
    const deps = { assistant, search, bands, titleOf: (file: string) => titles.get(file) };
    const onProgress = (done: number, total: number) =>
      report({ kind: 'progress', label: 'questions', done, total });
    const file = await readQuestions(new URL(FILES[questions], KNOWLEDGE_BASE));
    const evaluation = await evaluateAnswers({ ...deps, onProgress }, file, signal);
    for (const text of describe(evaluation)) report({ kind: 'line', text });
    if (json !== undefined) {
      report({ kind: 'file', path: json, text: `${JSON.stringify(evaluation, null, 2)}\n` });
    }
    const missed = evaluation.figures.filter(({ isReached }) => !isReached);
    if (missed.length > 0 && questions === 'golden')
      throw new Error(`Goals missed: ${missed.length}.`);
  },
};

function readOptions(args: readonly string[]) {
  try {
    const options = {
      json: { type: 'string' },
      'own-words': { type: 'boolean', default: false },
      'hold-out': { type: 'boolean', default: false },
    } as const;
    const { values } = parseArgs({ args: [...args], options });
    const other = values['own-words'] ? 'own-words' : values['hold-out'] ? 'hold-out' : 'golden';
    return { json: values.json, questions: other } as const;
  } catch (cause) {
    throw new UsageError(evaluateCommand.usage, { cause });
  }
}

async function refuseEmpty({ database }: Services): Promise<void> {
  const passage = await database.db.selectFrom('passages').select('id').limit(1).executeTakeFirst();
  if (passage === undefined) {
    throw new UsageError('There is nothing to answer from yet. Start the product once: npm start');
  }
}

/** The titles under which the starter documents are cited. */
async function readTitles(): Promise<Map<string, string>> {
  const names = (await readdir(KNOWLEDGE_BASE)).filter((name) => /^\d{2}-.*\.md$/.test(name));
  const entries = names.map(async (name): Promise<[string, string]> => {
    const { frontMatter } = readFrontMatter(await readFile(new URL(name, KNOWLEDGE_BASE), 'utf8'));
    return [name, frontMatter.title ?? name];
  });
  return new Map(await Promise.all(entries));
}

function describe({ figures, judgements, calibration }: Evaluation): string[] {
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
    `At ${limits.closest} / ${limits.answered}: of the covered ${percent(calibration.coveredAnswered)} are answered, ${percent(calibration.coveredRefused)} refused; of the absent ${percent(calibration.absentAnswered)} are answered, ${percent(calibration.absentRefused)} refused.`,
    `Best single limit ${best.limit.toFixed(2)}: ${percent(best.coveredAbove)} of the covered above, ${percent(best.absentBelow)} of the absent below.`,
  ];
}
