import type { PassageSearch } from '../../knowledge/search/passage.ts';
import type { Answer, Assistant } from '../answer.ts';
import { toPlainQuestion } from '../conversation/to-plain-question.ts';
import { measureBand, type Bands } from '../decide-band.ts';
import { calibrateBands, type Calibration } from './calibrate-bands.ts';
import { judgeAnswer, type Judgement } from './judge-answer.ts';
import type { QuestionFile } from './read-questions.ts';
import { summariseJudgements, type Figure } from './summarise-judgements.ts';

/** Hits whose scores the measure reads, as many as an answer asks for. */
const HITS = 8;

export interface EvaluationDeps {
  assistant: Assistant;
  search: PassageSearch;
  bands: Bands;
  titleOf: (file: string) => string | undefined;
  onProgress?: (done: number, total: number) => void;
}

export interface Evaluation {
  figures: Figure[];
  judgements: (Judgement & { question: string; answer: string })[];
  /** Null where the file lists no absent topics. */
  calibration: Calibration | null;
}

/** Asks every question by itself, as nobody in particular, and judges the answers. */
export async function evaluateAnswers(
  deps: EvaluationDeps,
  { questions, absent }: QuestionFile,
  signal: AbortSignal,
): Promise<Evaluation> {
  const judgements: Evaluation['judgements'] = [];
  for (const golden of questions) {
    const startedAt = performance.now();
    const answer = await ask(deps.assistant, golden.question, signal);
    const durationMs = performance.now() - startedAt;
    const judgement = judgeAnswer(golden, answer, { ...deps, durationMs });
    judgements.push({ ...judgement, question: golden.question, answer: answer.text });
    deps.onProgress?.(judgements.length, questions.length);
  }
  const covered = questions.filter(({ care, kind }) => care === undefined && kind === undefined);
  return {
    figures: summariseJudgements(questions, judgements),
    judgements,
    calibration:
      absent.length === 0
        ? null
        : await calibrate(
            deps,
            covered.map(({ question }) => question),
            absent,
            signal,
          ),
  };
}

async function ask(assistant: Assistant, text: string, signal: AbortSignal): Promise<Answer> {
  const question = { userId: '', text, history: [], screenName: '', goals: '' };
  for await (const event of assistant.answer(question, signal)) {
    if (event.type === 'answer') return event.answer;
  }
  throw new Error('The assistant gave no answer.');
}

async function calibrate(
  { search, bands }: EvaluationDeps,
  covered: readonly string[],
  absent: readonly string[],
  signal: AbortSignal,
): Promise<Calibration> {
  let hasVectors = false;
  const measure = async (questions: readonly string[]) => {
    const values: number[] = [];
    for (const question of questions) {
      const query = { question: toPlainQuestion(question), limit: HITS };
      const measured = measureBand(await search.search(query, signal));
      hasVectors ||= measured.hasVectors;
      values.push(measured.value);
    }
    return values;
  };
  const values = [await measure(covered), await measure(absent)] as const;
  return calibrateBands(...values, hasVectors ? bands.withVectors : bands.wordsOnly);
}
