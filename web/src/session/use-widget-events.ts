import { useEffect } from 'react';
import { endSession } from './session-calls.ts';
import type { SessionState } from './session-machine.ts';
import type { WidgetEvents } from './sign-in-widget.ts';
import { logProblem } from '../lib/log-problem.ts';

/** When the widget's session expires, is logged out or its user is deleted, the product follows. */
export function useWidgetEvents(
  events: WidgetEvents | null,
  state: SessionState,
  forget: (byChoice: boolean) => void,
): void {
  const isSignedIn = state.status === 'signed-in';
  useEffect(() => {
    if (events === null || !isSignedIn) return;
    const follow = (byChoice: boolean) => {
      forget(byChoice);
      endSession().catch((error: unknown) => logProblem('Logout failed.', error));
    };
    const stops = [
      events.onSessionExpired(() => follow(false)),
      events.onUserLoggedOut(() => follow(true)),
      events.onUserDeleted(() => follow(true)),
    ];
    return () => stops.forEach((stop) => stop());
  }, [events, isSignedIn, forget]);
}
