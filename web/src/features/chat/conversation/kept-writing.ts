import { sessionIdSchema } from '@pathway/contract/chat';
import { z } from 'zod';
import { keep, readKept } from '../../../lib/browser-store.ts';
import type { Entry, Question } from './chat-machine.ts';

/**
 * What a person wrote and could still lose: the draft, and the last question while its answer is
 * not there; and since when they talk. It outlives a lost network, a reload and a new sign-in of the same
 * person in this tab.
 */
export function createKeptWriting(userId: string) {
  const draftKey = `chat-draft:${userId}`;
  const askedKey = `chat-asked:${userId}`;
  const talkKey = `chat-since:${userId}`;
  return {
    readDraft: () => readKept(draftKey) ?? '',
    keepDraft: (text: string) => keep(draftKey, text),
    readAsked: () => parseQuestion(readKept(askedKey)),
    keepAsked: (question: Question | null) => keep(askedKey, question && JSON.stringify(question)),
    /** In epoch milliseconds; null before the first question. */
    readTalkSince: () => Number(readKept(talkKey)) || null,
    keepTalkSince: (sinceMs: number | null) =>
      keep(talkKey, sinceMs === null ? null : String(sinceMs)),
  };
}

export type KeptWriting = ReturnType<typeof createKeptWriting>;

const keptQuestion = z.object({ key: sessionIdSchema, content: z.string() });

/** Null for what no version of ours has written. */
function parseQuestion(kept: string | null): Question | null {
  try {
    return keptQuestion.safeParse(JSON.parse(kept ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** What the field begins with: the draft, else the last question if it never reached the server. */
export function initialDraft(writing: KeptWriting, entries: readonly Entry[]): string {
  const draft = writing.readDraft();
  const asked = writing.readAsked();
  if (draft !== '' || asked === null) return draft;
  const last = entries.findLast((entry) => entry.kind === 'question');
  return last?.content === asked.content ? '' : asked.content;
}
