import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { DocumentStore } from './document-store.ts';
import { STARTER_FILE } from './starter-questions.ts';

/** A first start reads its documents in about four seconds on two cores. */
const LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 100;

/**
 * Waits until the documents that come with the product were read once, so that whoever asks in the first seconds is
 * not answered from the few that are in already. Nobody waits later than `limitMs` after this was created: a worker
 * that does not run holds up no answer.
 *
 * @throws the signal's reason when it is aborted.
 */
export function createStarterWait(
  documents: Pick<DocumentStore, 'listReadStarters'>,
  folder: URL,
  limitMs = LIMIT_MS,
): (signal: AbortSignal) => Promise<void> {
  const until = performance.now() + limitMs;
  const names = readdirSync(folder).filter((name) => STARTER_FILE.test(name));
  let isOver = false;
  const look = async () => {
    if (isOver) return true;
    const read = new Set(await documents.listReadStarters());
    isOver = names.every((name) => read.has(name)) || performance.now() >= until;
    return isOver;
  };
  return async (signal) => {
    while (!(await look())) await setTimeout(LOOK_EVERY_MS, undefined, { signal });
  };
}
