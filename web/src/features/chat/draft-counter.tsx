import { CHAT_INPUT_MAX_LENGTH } from '@pathway/contract/limits';
import { CircleAlert } from 'lucide-react';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

/** How much of the message is used. Reaching the limit is said once, not at every key. */
export function DraftCounter({ id, used }: { id: string; used: number }) {
  const messages = useMessages(MESSAGES);
  const isFull = used >= CHAT_INPUT_MAX_LENGTH;
  return (
    <span
      className={`inline-flex items-center gap-[5px] ${isFull ? 'font-semibold text-danger' : ''}`}
    >
      {isFull && <CircleAlert aria-hidden size={14} className="shrink-0" />}
      <span id={id} className="tabular-nums">
        {messages.counter(Math.min(used, CHAT_INPUT_MAX_LENGTH), CHAT_INPUT_MAX_LENGTH)}
      </span>
      <span aria-live="polite" className="sr-only">
        {isFull && messages.limitReached(CHAT_INPUT_MAX_LENGTH)}
      </span>
    </span>
  );
}
