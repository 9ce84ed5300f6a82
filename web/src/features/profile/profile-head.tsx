import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session-context.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { logProblem } from '../../lib/log-problem.ts';

/** The head of the screen with the way out. The guard leads to the login screen afterwards. */
export function ProfileHead() {
  const messages = useMessages(MESSAGES);
  const { signOut } = useSession();
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle');

  async function leave() {
    setState('leaving');
    try {
      await signOut();
    } catch (error) {
      logProblem('Logout failed.', error);
      setState('failed');
    }
  }

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1>{messages.heading}</h1>
        <Button
          variant="secondary"
          size="sm"
          icon={<LogOut aria-hidden size={16} />}
          busy={state === 'leaving'}
          onClick={() => void leave()}
        >
          {messages.logout}
        </Button>
      </div>
      {state === 'failed' && <Alert tone="danger">{messages.logoutFailed}</Alert>}
    </>
  );
}
