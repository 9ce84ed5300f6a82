import { CircleAlert, RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { AssistantRow } from './assistant-row.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

interface ApologyRowProps {
  hint: string | null;
  /** Asks the same question again; null for a failure that later questions have left behind. */
  onRetry: (() => void) | null;
}

export function ApologyRow({ hint, onRetry }: ApologyRowProps) {
  const messages = useMessages(MESSAGES);
  return (
    <AssistantRow>
      <div
        role="alert"
        className="flex items-center gap-2.5 justify-self-start rounded-lg rounded-tl-[5px] border border-danger-line bg-danger-bg px-[15px] py-3.5 font-medium text-danger sm:px-5 sm:py-4"
      >
        <CircleAlert aria-hidden size={18} className="shrink-0" />
        <p>{messages.apology}</p>
      </div>
      {hint !== null && <p className="pl-1 text-sm text-ink-2">{hint}</p>}
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 pl-1 text-xs text-ink-3">
        {onRetry !== null && (
          <Button
            variant="secondary"
            size="sm"
            icon={<RotateCcw aria-hidden size={16} />}
            onClick={onRetry}
          >
            {messages.retry}
          </Button>
        )}
        <span>{messages.feedbackUnavailable}</span>
      </div>
    </AssistantRow>
  );
}
