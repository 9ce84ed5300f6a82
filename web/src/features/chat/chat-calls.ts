import { type ChatMessage, getHistory, type ReplyMessage } from '@pathway/contract/chat';
import { sendFeedback } from '@pathway/contract/feedback';
import type { BodyOf } from '@pathway/contract/call';
import { callApi } from '../../lib/api-client.ts';

export async function fetchHistory(signal: AbortSignal): Promise<ChatMessage[]> {
  const { messages } = await callApi(getHistory, { signal });
  return messages;
}

/**
 * The stored answer to a question whose stream was cut, when the server finished it: the newest
 * message is an answer not shown yet, and the one before it is the question. Null when it is not
 * there or cannot be asked for.
 */
export async function recoverAnswer(
  wanted: { question: string; knownIds: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<ReplyMessage | null> {
  let history: ChatMessage[];
  try {
    history = await fetchHistory(signal);
  } catch {
    return null;
  }
  const [question, answer] = history.slice(-2);
  if (question?.role !== 'user' || question.content !== wanted.question) return null;
  if (answer?.role !== 'assistant' || answer.id === null) return null;
  if (wanted.knownIds.has(answer.id)) return null;
  return { content: answer.content, id: answer.id, sources: answer.sources };
}

type FeedbackBody = BodyOf<typeof sendFeedback>;

export async function submitFeedback(body: FeedbackBody): Promise<void> {
  await callApi(sendFeedback, { body });
}
