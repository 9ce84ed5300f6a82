import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { askQuestion } from './ask-question.ts';
import {
  describeGoal,
  describeSet,
  type EvaluatedSet,
  writeReport,
} from './describe-evaluation.ts';
import { measureGoals } from './golden-goals.ts';
import { judgeAnswer } from './judge-answer.ts';
import { openProduct, type Product } from './open-product.ts';
import {
  type KnownQuestion,
  listQuestions,
  QUESTION_FILES,
  readQuestions,
  type SetName,
} from './read-questions.ts';
import { readCommit, readSetStatus, recordUse, type SetStatus } from './spent-sets.ts';
import { findPlaces, readSectionPlaces, type SectionPlaces } from './section-places.ts';
import { type Judged, summariseJudgements } from './summarise-judgements.ts';

const USAGE = `evaluate [--set NAME[,NAME]] [--held-out] [--out FILE] [--write]
  Sets: ${Object.keys(QUESTION_FILES).join(', ')}; golden, own-words and development unless named.`;

/** Questions between two signs of progress. */
const SHOWN_EVERY = 10;

/**
 * Asks the product sets of questions and prints what families experience. Fails when an answer to the golden
 * questions misses a goal, so that scripts see it.
 */
async function main(): Promise<void> {
  const { names, mayAskHeldOut, out, write } = readOptions();
  const statuses = await Promise.all(names.map((name) => readSetStatus(name)));
  const heldOut = statuses.filter(({ status }) => status === 'held-out').map(({ name }) => name);
  if (heldOut.length > 0 && !mayAskHeldOut) {
    throw new Error(`Held out, so asked once and only with --held-out: ${heldOut.join(', ')}.`);
  }
  const documents = await readSectionPlaces();
  const sets = await Promise.all(statuses.map((status) => readSet(status, documents)));

  const product = await openProduct((left) => showProgress(`passages without vector: ${left}`));
  const evaluated: EvaluatedSet[] = [];
  try {
    for (const name of heldOut) await recordUse(name);
    for (const { name, questions } of sets) {
      const judged = await askSet(name, questions, { product, documents });
      const status = await readSetStatus(name);
      evaluated.push({ ...status, rows: summariseJudgements(judged), judged });
    }
  } finally {
    showProgress('');
    await product.close();
  }

  if (out !== undefined) await writeFile(out, `${JSON.stringify(evaluated, null, 2)}\n`);
  product.expectNothingLate();
  if (write) await writeReport(evaluated, readCommit());
  console.log(evaluated.map(describeSet).join('\n\n'));
  const golden = sets.find(({ name }) => name === 'golden');
  const judged = evaluated.find(({ name }) => name === 'golden')?.judged ?? [];
  const goals = golden === undefined ? [] : measureGoals(golden.questions, judged);
  console.log(['', ...goals.map(describeGoal)].join('\n'));
  const missed = goals.filter(({ isReached }) => !isReached).length;
  if (missed > 0) throw new Error(`Goals missed: ${missed}.`);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        set: { type: 'string', default: 'golden,own-words,development' },
        'held-out': { type: 'boolean', default: false },
        out: { type: 'string' },
        write: { type: 'boolean', default: false },
      },
    });
    const isName = (name: string): name is SetName => Object.hasOwn(QUESTION_FILES, name);
    const given = values.set.split(',');
    const names = given.filter(isName);
    if (names.length < given.length) throw new Error('There is no such set.');
    return { names, mayAskHeldOut: values['held-out'], out: values.out, write: values.write };
  } catch (cause) {
    throw new Error(USAGE, { cause });
  }
}

/** A set with all that it asks. @throws Error that names the entries at fault. */
async function readSet(
  set: SetStatus,
  documents: SectionPlaces,
): Promise<SetStatus & { questions: KnownQuestion[] }> {
  const questions = listQuestions(await readQuestions(QUESTION_FILES[set.name]));
  for (const { id, sections } of questions) {
    try {
      findPlaces(sections, documents);
    } catch (cause) {
      throw new Error(`${set.name}: ${id}: ${(cause as Error).message}`, { cause });
    }
  }
  return { ...set, questions };
}

async function askSet(
  name: SetName,
  questions: readonly KnownQuestion[],
  { product, documents }: { product: Product; documents: SectionPlaces },
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const known of questions) {
    const given = await askQuestion(product, known, documents);
    const { asker, language, group, question } = known;
    const about = { asker, language, group, question, answer: given.answer.text };
    judged.push({ ...judgeAnswer(known, given, documents), ...about });
    if (judged.length % SHOWN_EVERY === 0) {
      showProgress(`${name}: ${judged.length} of ${questions.length}`);
    }
  }
  return judged;
}

/** In the place of what was shown before. */
function showProgress(text: string): void {
  process.stderr.write(`\r\u001B[K${text}`);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
