import type { Thumb } from '@pathway/contract/chat';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

const THUMBS = {
  up: {
    Icon: ThumbsUp,
    label: 'thumbsUp',
    pressed:
      'aria-pressed:border-success-line aria-pressed:bg-success-bg aria-pressed:text-success',
  },
  down: {
    Icon: ThumbsDown,
    label: 'thumbsDown',
    pressed: 'aria-pressed:border-danger-line aria-pressed:bg-danger-bg aria-pressed:text-danger',
  },
} as const;

interface ThumbButtonProps {
  thumb: Thumb;
  isChosen: boolean;
  isLocked: boolean;
  onChoose: (isByKeyboard: boolean) => void;
}

export function ThumbButton({ thumb, isChosen, isLocked, onChoose }: ThumbButtonProps) {
  const messages = useMessages(MESSAGES);
  const { Icon, label, pressed } = THUMBS[thumb];
  const idle = isChosen
    ? ''
    : 'text-ink-2 disabled:text-disabled-ink disabled:opacity-75 not-disabled:hover:bg-surface-3 not-disabled:hover:text-ink';
  return (
    <button
      type="button"
      aria-label={messages[label]}
      aria-pressed={isChosen}
      disabled={isLocked}
      // A click without a press of the pointer comes from the keyboard.
      onClick={(event) => onChoose(event.detail === 0)}
      className={`inline-grid size-9 place-items-center rounded-sm border border-transparent pointer-coarse:size-control ${idle} ${pressed}`}
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}
