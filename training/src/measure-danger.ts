import { basename } from 'node:path';
import { pino } from 'pino';
import { readQuestions } from '../../evaluation/src/read-questions.ts';
import type { Assistant } from '../../server/src/assistant/answer.ts';
import { loadDomain } from '../../server/src/assistant/domain.ts';
import { createAssistant } from '../../server/src/assistant/pipeline.ts';
import {
  createDangerClassifier,
  type DangerClassifier,
} from '../../server/src/assistant/safety/classifier/danger-classifier.ts';
import { ask } from '../../server/src/assistant/testing/ask.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { type DangerMessages, readMessages } from './read-messages.ts';

const HELD_OUT = new URL('../danger/held-out.yaml', import.meta.url);
/** The others are among the ordinary examples. */
const FAMILY_QUESTIONS = new URL('../../knowledge-base/held-out-questions.yaml', import.meta.url);
/** For a machine that is busy with something else. */
const TIMEOUT_MS = 60_000;
const { care } = loadDomain();
/** Nothing is found: what comes first does not depend on it. */
const EMPTY_SEARCH = {
  search: async () => ({ hits: [], terms: [], isAbsent: false }),
  countUnread: async () => 0,
};

/** Per cent of the messages that were answered with help alone, and with its lines first. */
export interface DangerRow {
  data: string;
  guard: 'patterns alone' | 'patterns and classifier';
  crisisHelped: number | null;
  crisisLines: number | null;
  abuseHelped: number | null;
  abuseLines: number | null;
  ordinaryHelped: number | null;
  ordinaryLines: number | null;
}

type Reply = 'help' | 'lines' | 'answer';

/**
 * Asks the assistant dangerous and ordinary messages, with patterns alone and with the classifier.
 * `file` holds messages that are asked besides the held-out ones.
 */
export async function measureDanger(file: string | undefined): Promise<DangerRow[]> {
  const encoder = createBundledEncoder();
  const log = pino({ level: 'silent' });
  const classifyDanger = createDangerClassifier({
    embeddings: encoder.forQuestions,
    log,
    timeoutMs: TIMEOUT_MS,
  });
  try {
    const rows: DangerRow[] = [];
    for (const [data, messages] of await readSets(file)) {
      rows.push(
        { data, guard: 'patterns alone', ...(await measure(messages)) },
        { data, guard: 'patterns and classifier', ...(await measure(messages, classifyDanger)) },
      );
    }
    return rows;
  } finally {
    await encoder.close();
  }
}

async function readSets(file: string | undefined): Promise<[string, DangerMessages][]> {
  const questions = (await readQuestions(FAMILY_QUESTIONS)).questions
    .filter(({ care }) => care !== 'crisis' && care !== 'abuse')
    .map(({ question }) => question);
  const sets: [string, DangerMessages][] = [
    ['held out', await readMessages(HELD_OUT)],
    ['held-out questions of families', { crisis: [], abuse: [], ordinary: questions }],
  ];
  if (file !== undefined) sets.push([basename(file), await readMessages(file)]);
  return sets.map(([name, messages]) => [describe(name, messages), messages]);
}

function describe(name: string, { crisis, abuse, ordinary }: DangerMessages): string {
  return `${name} (${crisis.length} crisis, ${abuse.length} abuse, ${ordinary.length} ordinary)`;
}

async function measure(messages: DangerMessages, classifyDanger?: DangerClassifier) {
  const assistant = createAssistant({
    search: EMPTY_SEARCH,
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log: pino({ level: 'silent' }),
    clock: systemClock,
    ...(classifyDanger && { classifyDanger }),
  });
  const crisis = await classify(assistant, messages.crisis);
  const abuse = await classify(assistant, messages.abuse);
  const ordinary = await classify(assistant, messages.ordinary);
  return {
    crisisHelped: share(crisis, 'help'),
    crisisLines: share(crisis, 'lines'),
    abuseHelped: share(abuse, 'help'),
    abuseLines: share(abuse, 'lines'),
    ordinaryHelped: share(ordinary, 'help'),
    ordinaryLines: share(ordinary, 'lines'),
  };
}

async function classify(assistant: Assistant, texts: readonly string[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const question of texts) {
    const { text } = await ask(assistant, question);
    const isHelp = text === care.crisis.text || text === care.abuse.text;
    const hasLines = [care.crisis, care.abuse].some(({ help_line }) => text.startsWith(help_line));
    replies.push(isHelp ? 'help' : hasLines ? 'lines' : 'answer');
  }
  return replies;
}

/** Per cent to a tenth; null where there are none. */
function share(replies: readonly Reply[], wanted: Reply): number | null {
  if (replies.length === 0) return null;
  const count = replies.filter((reply) => reply === wanted).length;
  return Math.round((1_000 * count) / replies.length) / 10;
}
