import { useEffect } from 'react';
import type { SessionState } from './session-machine.ts';
import type { WidgetEvents } from './sign-in-widget.ts';

/**
 * When the widget's session expires, is logged out or its user is deleted, the product follows.
 * `follow` and `erase` keep their identity between renders.
 */
export function useWidgetEvents(
  events: WidgetEvents | null,
  state: SessionState,
  { follow, erase }: { follow: (byChoice: boolean) => void; erase: () => void },
): void {
  const isSignedIn = state.status === 'signed-in';
  useEffect(() => {
    if (events === null || !isSignedIn) return;
    const stops = [
      events.onSessionExpired(() => follow(false)),
      events.onUserLoggedOut(() => follow(true)),
      events.onUserDeleted(erase),
    ];
    return () => stops.forEach((stop) => stop());
  }, [events, isSignedIn, follow, erase]);
}
