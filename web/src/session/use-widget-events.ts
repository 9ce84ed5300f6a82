import { useEffect } from 'react';
import type { SessionState } from './session-machine.ts';
import type { WidgetEvents } from './sign-in-widget.ts';

/** When the widget's session expires, is logged out or its user is deleted, the product follows. */
export function useWidgetEvents(
  events: WidgetEvents | null,
  state: SessionState,
  follow: (byChoice: boolean) => void,
): void {
  const isSignedIn = state.status === 'signed-in';
  useEffect(() => {
    if (events === null || !isSignedIn) return;
    const stops = [
      events.onSessionExpired(() => follow(false)),
      events.onUserLoggedOut(() => follow(true)),
      events.onUserDeleted(() => follow(true)),
    ];
    return () => stops.forEach((stop) => stop());
  }, [events, isSignedIn, follow]);
}
