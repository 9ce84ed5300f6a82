import { SESSION_CHECK_INTERVAL_MIN_MS } from '@pathway/contract/limits';
import { useEffect } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { logProblem } from '../lib/log-problem.ts';
import { askWhoIsHere } from './session-calls.ts';
import type { SessionState } from './session-machine.ts';

const CHANNEL = 'session';
const SIGNED_OUT = 'signed-out';

/**
 * Keeps the product's tabs in step: leaving in one leaves in all, and a tab that is looked at again
 * asks whether its session still lives. Only a clear no signs out; a lost connection does not.
 */
export function useTabsInStep(state: SessionState, forget: (byChoice: boolean) => void): void {
  const { status } = state;
  const hasLeft = status === 'signed-out' && state.byChoice;

  useEffect(() => {
    if (!hasLeft) return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage(SIGNED_OUT);
    channel.close();
  }, [hasLeft]);

  useEffect(() => {
    if (status !== 'signed-in') return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }) => {
      if (data === SIGNED_OUT) forget(false);
    });
    let lastCheck = performance.now();
    const check = () => {
      const isDue = performance.now() - lastCheck >= SESSION_CHECK_INTERVAL_MIN_MS;
      if (document.visibilityState !== 'visible' || !isDue) return;
      lastCheck = performance.now();
      askWhoIsHere().catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) forget(false);
        else logProblem('The session could not be checked.', error);
      });
    };
    document.addEventListener('visibilitychange', check);
    window.addEventListener('focus', check);
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('focus', check);
    };
  }, [status, forget]);
}
