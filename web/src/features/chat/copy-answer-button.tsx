import type { ChatMessage } from '@pathway/contract/chat';
import { COPIED_LABEL_MS } from '@pathway/contract/limits';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { answerAsText } from './answer-as-text.ts';
import { MESSAGES } from './messages.ts';

type Outcome = 'none' | 'copied' | 'failed';

const LABELS: Record<Outcome, string> = {
  none: MESSAGES.copyAnswer,
  copied: MESSAGES.copied,
  failed: MESSAGES.copyFailed,
};

export function CopyAnswerButton({ message }: { message: ChatMessage }) {
  const [outcome, setOutcome] = useState<Outcome>('none');

  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(answerAsText(message));
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
      <span aria-live="polite">{LABELS[outcome]}</span>
    </button>
  );
}
