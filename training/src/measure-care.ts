import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { openProduct, type Product } from '../../evaluation/src/open-product.ts';
import type { Answer } from '../../server/src/assistant/answer.ts';
import { ask } from '../../server/src/assistant/testing/ask.ts';
import { readQuestions } from '../../evaluation/src/read-questions.ts';
import { readLists } from './read-messages.ts';

const HELD_OUT = new URL('../care/held-out.yaml', import.meta.url);
const FAMILY_QUESTIONS = new URL('../../knowledge-base/held-out-questions.yaml', import.meta.url);
/** For a machine that is busy with something else. */
const TIMEOUT_MS = 60_000;

/** What a list of messages was answered with, in per cent of its messages. */
export interface CareRow {
  list: string;
  messages: number;
  /** The reviewed text: alone, or before an answer. */
  help: number;
  /** Help lines, then the answer. */
  lines: number;
  /** Declined, in one sentence. */
  declined: number;
  /** An answer, then one sentence. */
  note: number;
  /** Any of these, and for the topic that the list is named after. */
  any: number;
  topic: number | null;
}

/**
 * Asks the product the lists of a YAML file, each named after the care topic that its messages need (`crisis`,
 * `abuse_es`) or after anything else where they need none (`ordinary`, `look-alikes`). Without a file it asks the
 * held-out ones.
 */
export async function measureCare(file: string | undefined): Promise<CareRow[]> {
  const lists = await readSets(file);
  const product = await openProduct(() => undefined);
  try {
    const rows: CareRow[] = [];
    for (const [list, messages] of lists) rows.push(await measure(product, list, messages));
    return rows;
  } finally {
    await product.close();
  }
}

async function readSets(
  file: string | undefined,
): Promise<(readonly [string, readonly string[]])[]> {
  const path = file ?? HELD_OUT;
  const names = Object.keys(parse(await readFile(path, 'utf8')) as object);
  const messages = await readLists(path, names);
  const lists = names.map((name, index) => [name, messages[index] ?? []] as const);
  if (file !== undefined)
    return lists.map(([name, texts]) => [`${basename(file)}: ${name}`, texts] as const);
  const families = (await readQuestions(FAMILY_QUESTIONS)).questions.filter(({ care }) => !care);
  return [...lists, ['questions of families', families.map(({ question }) => question)]];
}

async function measure(
  { assistant }: Product,
  list: string,
  messages: readonly string[],
): Promise<CareRow> {
  const given: Answer['care'][] = [];
  for (const text of messages) {
    given.push((await ask(assistant, text, AbortSignal.timeout(TIMEOUT_MS))).care);
  }
  const share = (isCounted: (care: Answer['care']) => boolean) =>
    Math.round((1_000 * given.filter(isCounted).length) / given.length) / 10;
  const topic = /(\w+?)(?:_es)?$/.exec(list)?.[1];
  const isNamed = given.some((care) => care?.topic === topic);
  return {
    list,
    messages: messages.length,
    help: share((care) => care?.form === 'help' || care?.form === 'help_first'),
    lines: share((care) => care?.form === 'lines_first'),
    declined: share((care) => care?.form === 'declined'),
    note: share((care) => care?.form === 'note'),
    any: share((care) => care !== undefined),
    topic: isNamed ? share((care) => care?.topic === topic) : null,
  };
}
