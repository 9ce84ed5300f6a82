import type { BodyOf } from '@pathway/contract/call';
import {
  type ChatMessage,
  getHistory,
  type ReceivedAnswer,
  stopChat,
} from '@pathway/contract/chat';
import { sendFeedback } from '@pathway/contract/feedback';
import { callApi } from '../../lib/api-client.ts';

export async function fetchHistory(signal: AbortSignal): Promise<ChatMessage[]> {
  const { messages } = await callApi(getHistory, { signal });
  return messages;
}

/** Ends the answer to the question of this key; gives what it had said, or null when it was over. */
export async function stopAnswer(idempotencyKey: string): Promise<ReceivedAnswer | null> {
  const { message } = await callApi(stopChat, { body: { idempotency_key: idempotencyKey } });
  return message;
}

export async function submitFeedback(body: BodyOf<typeof sendFeedback>): Promise<void> {
  await callApi(sendFeedback, { body });
}
