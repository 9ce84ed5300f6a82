import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { AskedAnswers, AskedQuestions } from '../../server/src/cli/commands/ask.ts';
import { describeEvaluation } from './describe-evaluation.ts';
import { evaluateAnswers, listMeasured } from './evaluate-answers.ts';
import { QUESTION_FILES, readQuestions, readTitles } from './read-questions.ts';

/**
 * Asks the golden questions of the running configuration and prints how well they were answered. Fails
 * when a goal is missed, so that scripts see it; questions in own words and held-out ones have no goals.
 */
async function main(): Promise<void> {
  const { json, name } = readOptions();
  const file = await readQuestions(QUESTION_FILES[name]);
  const ask = file.questions.map(({ question }) => question);
  const asked = await askRunningConfiguration({ ask, measure: listMeasured(file) });
  const titles = await readTitles();
  const evaluation = evaluateAnswers(file, asked, (document) => titles.get(document));
  console.log(describeEvaluation(evaluation).join('\n'));
  if (json !== undefined) await writeFile(json, `${JSON.stringify(evaluation, null, 2)}\n`);
  const missed = evaluation.figures.filter(({ isReached }) => !isReached);
  if (missed.length > 0 && name === 'golden') throw new Error(`Goals missed: ${missed.length}.`);
}

function readOptions(): { json: string | undefined; name: keyof typeof QUESTION_FILES } {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: 'string' },
        'own-words': { type: 'boolean', default: false },
        'held-out': { type: 'boolean', default: false },
      },
    });
    const name = values['own-words'] ? 'own-words' : values['held-out'] ? 'held-out' : 'golden';
    return { json: values.json, name };
  } catch (cause) {
    throw new Error('evaluate [--own-words | --held-out] [--json FILE]', { cause });
  }
}

const COMMAND = fileURLToPath(
  new URL('../../server/src/cli/run-operator-command.ts', import.meta.url),
);

/** The operator's command `ask`, in the server that runs, or in a process of its own. */
async function askRunningConfiguration(questions: AskedQuestions): Promise<AskedAnswers> {
  const folder = await mkdtemp(join(tmpdir(), 'evaluate-'));
  try {
    const [questionsFile, answersFile] = [join(folder, 'ask.json'), join(folder, 'answers.json')];
    await writeFile(questionsFile, JSON.stringify(questions));
    const args = [COMMAND, 'ask', questionsFile, '--json', answersFile];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error('The questions could not be asked.');
    return JSON.parse(await readFile(answersFile, 'utf8')) as AskedAnswers;
  } finally {
    await rm(folder, { recursive: true });
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
