import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Answer } from '../../assistant/answer.ts';
import { askQuestions, measureCoverages } from '../../assistant/ask-questions.ts';
import type { Decision } from '../../assistant/coverage.ts';
import type { Context } from '../../context.ts';
import { openAssistant } from '../../context/open-assistant.ts';

import { measurePassages } from '../../knowledge/index/vector-store.ts';
import { UsageError, type OperatorCommand } from '../operator-command.ts';

/** Questions to answer, and questions of which only the coverage is measured. */
const questionsSchema = z.strictObject({
  ask: z.array(z.string()).default([]),
  measure: z.array(z.string()).default([]),
});
/** What the file of questions holds. */
export type AskedQuestions = z.input<typeof questionsSchema>;

/** What the command writes, in the order of the questions. */
export interface AskedAnswers {
  answers: { answer: Answer; durationMs: number }[];
  /** The chance that the sources answer what was measured, and the limits that decide by it. */
  coverages: number[];
  limits: Decision;
}

/** Nobody's day: the operator asks, and pays. */
const UNCOUNTED = { hasRoom: async () => true, spend: async () => undefined };

/** Asks the running configuration the questions of a file, and writes the whole answers as JSON. */
export const askCommand: OperatorCommand = {
  name: 'ask',
  usage: 'ask QUESTIONS.json --json FILE',
  settle(args) {
    const { file, json } = readOptions(args);
    return { args: [readQuestionsFile(file)], resultFile: json };
  },
  async run(context, [settled = ''], report, signal) {
    const { ask, measure } = questionsSchema.parse(JSON.parse(settled));
    await refuseEmpty(context);
    const { assistant, search, decision } = openAssistant(context, { budget: UNCOUNTED });
    const answers = await askQuestions(assistant, ask, signal, (done) =>
      report({ kind: 'progress', label: 'questions', done, total: ask.length }),
    );
    const coverages = await measureCoverages(search, measure, signal);
    const result: AskedAnswers = { answers, coverages, limits: decision };
    report({ kind: 'result', text: `${JSON.stringify(result, null, 2)}\n` });
  },
};

function readOptions(args: readonly string[]): { file: string; json: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: 'string' } },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (file === undefined || values.json === undefined) throw new Error('A file is missing.');
    return { file, json: values.json };
  } catch (cause) {
    throw new UsageError(askCommand.usage, { cause });
  }
}

/** The file's text, so that a running server opens no file that a caller names. */
function readQuestionsFile(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    questionsSchema.parse(JSON.parse(text));
    return text;
  } catch (cause) {
    throw new UsageError(`${file} holds no questions: { "ask": [], "measure": [] }`, { cause });
  }
}

async function refuseEmpty({ database }: Context): Promise<void> {
  const { passages } = await measurePassages(database.db, {});
  if (passages === 0) {
    throw new UsageError('There is nothing to answer from yet. Start the product once: npm start');
  }
}
