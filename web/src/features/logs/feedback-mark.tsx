import type { ChatLog } from '@pathway/contract/logs';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { MESSAGES } from './messages.ts';

const MARKS = {
  up: { Icon: ThumbsUp, text: MESSAGES.helpful, look: 'text-success' },
  down: { Icon: ThumbsDown, text: MESSAGES.needsImprovement, look: 'text-danger' },
} as const;

export function FeedbackMark({ feedback }: { feedback: ChatLog['feedback'] }) {
  if (feedback === '') return <span className="text-ink-3">{MESSAGES.nothing}</span>;
  const { Icon, text, look } = MARKS[feedback];
  return (
    <span
      className={`inline-flex items-start gap-1.5 text-xs leading-[1.35] font-semibold ${look}`}
    >
      <Icon aria-hidden size={15} className="mt-px shrink-0" />
      {text}
    </span>
  );
}
