import type { Entry, Question } from './chat-machine.ts';

/** Limits of the turns that travel with a question, itself included: their count, and their size in bytes of UTF-8. */
const TURNS_MAX = 10;
export const TURNS_MAX_BYTES = 32 * 1024;

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

function turnOf(entry: Entry): Turn | null {
  if (entry.kind === 'question') return { role: 'user', content: entry.content };
  if (entry.kind === 'answer' && entry.message.content !== '') {
    return { role: 'assistant', content: entry.message.content };
  }
  return null;
}

/** The newest turns before the question, oldest first, and the question as the last one. */
export function selectTurns(entries: readonly Entry[], question: Question): Turn[] {
  const selected: Turn[] = [{ role: 'user', content: question.content }];
  let bytes = bytesOf(question.content);
  for (const entry of entries.toReversed()) {
    const turn = entry.key === question.key ? null : turnOf(entry);
    if (turn === null) continue;
    bytes += bytesOf(turn.content);
    if (selected.length === TURNS_MAX || bytes > TURNS_MAX_BYTES) break;
    selected.unshift(turn);
  }
  return selected;
}
