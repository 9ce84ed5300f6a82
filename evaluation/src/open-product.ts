import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Assistant } from '../../server/src/assistant/answer.ts';
import { readConfig } from '../../server/src/config.ts';
import { type Context, openContext } from '../../server/src/context.ts';
import { openAssistant } from '../../server/src/context/open-assistant.ts';
import { workOnJobs } from '../../server/src/context/work-on-jobs.ts';
import { countMissing } from '../../server/src/knowledge/index/embed-missing.ts';
import type { PassageSearch } from '../../server/src/knowledge/search/passage.ts';
import { createLogger } from '../../server/src/platform/log/create-logger.ts';

/** Reading that stands still so long has failed. */
const STANDSTILL_MS = 90_000;
const LOOK_EVERY_MS = 500;
const LATE = /"event":"(?:question|care)_not_embedded"/;

/** Nobody's day: who evaluates pays. */
const UNCOUNTED = { hasRoom: async () => true, spend: async () => undefined };

export interface Product {
  assistant: Assistant;
  search: PassageSearch;
  /** @throws Error when the encoder was too late for some messages, whose answers say nothing of the product. */
  expectNothingLate(): void;
  close(): Promise<void>;
}

/**
 * The product as the settings describe it, over the starter documents alone, on an embedded database that
 * is gone when it is closed. `onProgress` is told how many passages still lack their vector; `own` are settings that
 * count before those of the environment.
 *
 * @throws Error when reading the documents stands still.
 */
export async function openProduct(
  onProgress: (left: number) => void,
  own: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'evaluate-'));
  const settings = { ...process.env, ...own, DATA_DIR: dataDir, DATABASE_URL: '' };
  const umask = process.umask();
  const watch = watchForLateness();
  const context = await openContext(readConfig(settings), createLogger('warn', watch));
  // What is evaluated keeps its data to its owner; what is written about it is for everybody.
  process.umask(umask);
  const close = async () => {
    await context.close();
    await rm(dataDir, { recursive: true });
  };
  try {
    await workOnJobs(context);
    await waitUntilRead(context, onProgress);
    const { assistant, search, warmUp } = openAssistant(context, { budget: UNCOUNTED });
    await warmUp();
    return { assistant, search, expectNothingLate: () => watch.expectNothingLate(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Passes the log on, and counts the messages that the encoder was too late for on a machine that is busy besides. */
function watchForLateness() {
  let late = 0;
  return {
    write(line: string) {
      if (LATE.test(line)) late++;
      else process.stderr.write(line);
    },
    expectNothingLate() {
      if (late > 0)
        throw new Error(`The encoder was late ${late} times: this machine is too busy.`);
    },
  };
}

async function waitUntilRead(
  { documents, encoder, database: { db } }: Context,
  onProgress: (left: number) => void,
): Promise<void> {
  const { signal } = new AbortController();
  const model = await encoder?.forPassages.identify(signal);
  let left = Infinity;
  let movedAt = performance.now();
  for (;;) {
    const unread = await documents.countUnread();
    const missing = model === undefined ? 0 : (await countMissing(db, model.name, {})).texts;
    if (unread + missing === 0) return;
    if (unread + missing !== left) movedAt = performance.now();
    left = unread + missing;
    onProgress(missing);
    if (performance.now() - movedAt > STANDSTILL_MS) {
      throw new Error(`Reading stands still: ${unread} documents, ${missing} vectors are missing.`);
    }
    await setTimeout(LOOK_EVERY_MS);
  }
}
