import { basename } from 'node:path';
import { openProduct, type Product } from '../evaluation/src/open-product.ts';
import type { Answer } from '../server/src/assistant/answer.ts';
import { loadDomains } from '../server/src/assistant/domain.ts';
import { CARE_TOPICS } from '../server/src/assistant/safety/care-topics.ts';
import { ask } from '../server/src/assistant/testing/ask.ts';
import {
  type ModelServer,
  startModelServer,
} from '../server/test/model-server/start-model-server.ts';
import { readQuestions } from '../evaluation/src/read-questions.ts';
import { readAllLists } from '../training/src/read-messages.ts';

const HELD_OUT = new URL('../training/care/held-out.yaml', import.meta.url);
const FAMILY_QUESTIONS = new URL('../knowledge-base/held-out-questions.yaml', import.meta.url);
/** For a machine that is busy with something else. */
const TIMEOUT_MS = 60_000;

/** What a list of messages was answered with, in per cent of its messages. */
export interface CareRow {
  list: string;
  messages: number;
  /** The reviewed text: alone, or before an answer. */
  help: number;
  /** The reviewed text and nothing else. */
  alone: number;
  /** Help lines, then the answer. */
  lines: number;
  /** Declined, in one sentence. */
  declined: number;
  /** An answer, then one sentence. */
  note: number;
  /** Declined in the place of any answer. */
  replaced: number;
  /** Any of these, and for the topic that the list is named after. */
  any: number;
  topic: number | null;
  /** Read again by the stand-in for a second reader; null without one. */
  readAgain: number | null;
}

type List = readonly [string, readonly string[]];

/**
 * Asks the product the lists of a YAML file, each named after the care topic that its messages need (`crisis`,
 * `abuse_es`) or after anything else where they need none (`ordinary`, `look-alikes`). Without a file it asks the
 * held-out ones. With a second reader a stand-in is asked, which always knows the right topic: what it adds is the
 * most that any can.
 */
export async function measureCare(
  file: string | undefined,
  hasSecondReader: boolean,
): Promise<CareRow[]> {
  const lists = await readSets(file);
  const reader = hasSecondReader ? await startSecondReader(lists) : undefined;
  const settings = reader && {
    CHAT_MODEL: 'compatible/stand-in',
    CHAT_MODEL_URL: reader.url,
    CARE_SECOND_READER: 'true',
  };
  const product = await openProduct(() => undefined, settings);
  try {
    const rows: CareRow[] = [];
    for (const list of lists) rows.push(await measure({ product, reader }, list));
    product.expectNothingLate();
    return rows;
  } finally {
    await product.close();
    await reader?.close();
  }
}

async function startSecondReader(lists: readonly List[]): Promise<ModelServer> {
  const topics = new Map(
    lists.flatMap(([list, texts]) => texts.map((text) => [text, topicOf(list)] as const)),
  );
  const server = await startModelServer();
  server.rewrite = (request) =>
    isReading(request)
      ? JSON.stringify({ topic: topics.get(request.question) ?? 'none' })
      : request.question;
  return server;
}

function isReading({ prompt }: { prompt: string }): boolean {
  return prompt.startsWith(loadDomains()[0].prompts.second_reader);
}

/** The topic that a list is named after; null for ordinary messages. */
function topicOf(list: string): string | null {
  const name = /(\w+?)(?:_es)?$/.exec(list)?.[1] ?? '';
  return CARE_TOPICS.find((topic) => topic === name) ?? null;
}

async function readSets(file: string | undefined): Promise<List[]> {
  const lists = await readAllLists(file ?? HELD_OUT);
  if (file !== undefined) {
    return lists.map(([name, texts]) => [`${basename(file)}: ${name}`, texts] as const);
  }
  const families = (await readQuestions(FAMILY_QUESTIONS)).questions.filter(({ care }) => !care);
  return [...lists, ['questions of families', families.map(({ question }) => question)]];
}

async function measure(
  { product: { assistant }, reader }: { product: Product; reader: ModelServer | undefined },
  [list, messages]: List,
): Promise<CareRow> {
  const before = reader?.requests.length;
  const given: Pick<Answer, 'care' | 'sources'>[] = [];
  for (const text of messages) {
    given.push(await ask(assistant, text, AbortSignal.timeout(TIMEOUT_MS)));
  }
  const toPercent = (count: number) => Math.round((1_000 * count) / given.length) / 10;
  const share = (isCounted: (care: Answer['care']) => boolean) =>
    toPercent(given.filter(({ care }) => isCounted(care)).length);
  const topic = topicOf(list);
  return {
    list,
    messages: messages.length,
    help: share((care) => care?.form === 'help' || care?.form === 'help_first'),
    alone: share((care) => care?.form === 'help'),
    lines: share((care) => care?.form === 'lines_first'),
    declined: share((care) => care?.form === 'declined'),
    note: share((care) => care?.form === 'note'),
    replaced: toPercent(
      given.filter(({ care, sources }) => care?.form === 'declined' && sources.length === 0).length,
    ),
    any: share((care) => care !== undefined),
    topic: topic === null ? null : share((care) => care?.topic === topic),
    readAgain: reader ? toPercent(reader.requests.slice(before).filter(isReading).length) : null,
  };
}
