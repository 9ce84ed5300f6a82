import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../session/session-context.ts';
import { createBackendSession } from './login-calls.ts';
import type { WidgetEvents } from '../../session/sign-in-widget.ts';

/**
 * When the widget has a session, makes the product's own and stores the user. Answers the text of
 * the last failure. `onFailure` puts the widget back to its first screen, to try again.
 */
export function useBackendSession(
  events: WidgetEvents | null,
  onFailure: () => void,
): string | null {
  const { signIn } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const isCalling = useRef(false);

  useEffect(() => {
    if (events === null) return;
    return events.onSessionCreated(async () => {
      // Another tab's announcement may arrive together with our own.
      if (isCalling.current) return;
      isCalling.current = true;
      setFailure(null);
      const outcome = await createBackendSession();
      isCalling.current = false;
      if (outcome.ok) return signIn(outcome.user);
      setFailure(outcome.text);
      onFailure();
    });
  }, [events, signIn, onFailure]);

  return failure;
}
