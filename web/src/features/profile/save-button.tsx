import { Check, CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import type { SaveState } from './profile-machine.ts';

const LOOKS = {
  idle: { variant: 'primary', icon: null },
  saving: { variant: 'primary', icon: null },
  saved: { variant: 'success', icon: <Check aria-hidden size={18} /> },
  failed: { variant: 'failure', icon: <CircleAlert aria-hidden size={18} /> },
} as const;

export function SaveButton({ state }: { state: SaveState }) {
  const messages = useMessages(MESSAGES);
  const { variant, icon } = LOOKS[state];
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
      <span aria-live="polite">
        <Button
          type="submit"
          variant={variant}
          icon={icon}
          busy={state === 'saving'}
          className="min-w-38"
        >
          {messages.save[state]}
        </Button>
      </span>
      {state === 'failed' && (
        <p role="alert" className="text-sm font-medium text-danger">
          {messages.saveFailed}
        </p>
      )}
    </div>
  );
}
