import type { ChatMessage, ReceivedAnswer } from '@pathway/contract/chat';
import { NetworkError } from '../../../lib/api-client.ts';
import { waitFor } from '../../../lib/wait-for.ts';
import { fetchHistory } from '../chat-calls.ts';

/** How often the history is asked while the server still answers, and for how long at most. */
const LOOK_AGAIN_MS = 1_000;
const GIVE_UP_MS = 90_000;
/** Waits between the tries to reach a server that is gone: a waking phone needs a moment. */
const OFFLINE_WAITS_MS = [1_000, 2_000, 4_000];

interface Wanted {
  readonly question: string;
  /** Answers that are on the screen already. */
  readonly knownIds: ReadonlySet<string>;
}

/**
 * The stored answer to a question whose connection was lost: waits while the server still works on
 * it. Null when there is none, or when the server cannot be reached.
 * @throws ApiError when the server refuses
 */
export async function recoverAnswer(
  wanted: Wanted,
  signal: AbortSignal,
): Promise<ReceivedAnswer | null> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  while (performance.now() < giveUpAt) {
    const history = await reachHistory(signal);
    if (history === null || !isStillAnswered(history, wanted)) {
      return history && findAnswer(history, wanted);
    }
    await waitFor(LOOK_AGAIN_MS, signal);
  }
  return null;
}

async function reachHistory(signal: AbortSignal): Promise<ChatMessage[] | null> {
  for (const waitMs of [...OFFLINE_WAITS_MS, null]) {
    try {
      return await fetchHistory(signal);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      if (waitMs !== null) await waitFor(waitMs, signal);
    }
  }
  return null;
}

/** A question under way stands at the end, with nothing behind it. */
function isStillAnswered(history: readonly ChatMessage[], { question }: Wanted): boolean {
  const last = history.at(-1);
  return last?.role === 'user' && last.content === question;
}

/** The newest message, when it is an answer not shown yet and stands behind the question. */
function findAnswer(
  history: readonly ChatMessage[],
  { question, knownIds }: Wanted,
): ReceivedAnswer | null {
  const [asked, answer] = history.slice(-2);
  if (asked?.role !== 'user' || asked.content !== question) return null;
  if (answer?.role !== 'assistant' || answer.id === null || knownIds.has(answer.id)) return null;
  const { id, content, sources, stopped, suggestions, needsPerson } = answer;
  return { id, content, sources, stopped, suggestions, needsPerson };
}
