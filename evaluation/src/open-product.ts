import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Assistant } from '../../server/src/assistant/answer.ts';
import { readConfig } from '../../server/src/config.ts';
import { type Context, openAssistant, openContext, workOnJobs } from '../../server/src/context.ts';
import { countMissing } from '../../server/src/knowledge/index/vector-store.ts';
import type { PassageSearch } from '../../server/src/knowledge/search/passage.ts';
import { createLogger } from '../../server/src/platform/log/create-logger.ts';

const PREPARED_WITHIN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 500;

/** Nobody's day: who evaluates pays. */
const UNCOUNTED = { hasRoom: async () => true, spend: async () => undefined };

export interface Product {
  assistant: Assistant;
  search: PassageSearch;
  close(): Promise<void>;
}

/**
 * The product as the settings describe it, over the starter documents alone, on an embedded database that
 * is gone when it is closed. `onProgress` is told how many passages still lack their vector.
 *
 * @throws Error when the documents are not read within ten minutes.
 */
export async function openProduct(onProgress: (left: number) => void): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'evaluate-'));
  const settings = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const context = await openContext(readConfig(settings), createLogger('error', process.stderr));
  await workOnJobs(context);
  await waitUntilRead(context, onProgress);
  const { assistant, search, warmUp } = openAssistant(context, { budget: UNCOUNTED });
  await warmUp();
  return {
    assistant,
    search,
    async close() {
      await context.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function waitUntilRead(
  { documents, encoder, database: { db } }: Context,
  onProgress: (left: number) => void,
): Promise<void> {
  const signal = AbortSignal.timeout(PREPARED_WITHIN_MS);
  const model = await encoder?.forPassages.identify(signal);
  for (;;) {
    const unread = await documents.countUnread();
    const missing = model === undefined ? 0 : await countMissing(db, model.name, {});
    onProgress(missing);
    if (unread + missing === 0) return;
    await setTimeout(LOOK_EVERY_MS, undefined, { signal });
  }
}
