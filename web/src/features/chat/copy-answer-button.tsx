import type { ChatMessage } from '@pathway/contract/chat';
import { COPIED_LABEL_MS } from '@pathway/contract/limits';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { answerAsText } from './answer-as-text.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

const LABELS = { none: 'copyAnswer', copied: 'copied', failed: 'copyFailed' } as const;

export function CopyAnswerButton({ message }: { message: ChatMessage }) {
  const messages = useMessages(MESSAGES);
  const [outcome, setOutcome] = useState<keyof typeof LABELS>('none');

  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(answerAsText(message, messages));
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }

  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className="ml-auto inline-flex min-h-9 items-center gap-1.5 rounded-sm px-2 text-xs font-medium text-ink-2 hover:bg-surface-3 hover:text-ink pointer-coarse:min-h-control"
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span aria-live="polite">{messages[LABELS[outcome]]}</span>
    </button>
  );
}
