import { useEffect, useRef, useState } from 'react';
import { useFailureText } from '../../lib/language/use-failure-text.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { useSession } from '../../session/session-context.ts';
import { createBackendSession } from './login-calls.ts';
import { MESSAGES } from './messages.ts';
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
  const messages = useMessages(MESSAGES);
  const failureText = useFailureText();
  const words = useRef({ messages, failureText });
  const [failure, setFailure] = useState<string | null>(null);
  const isCalling = useRef(false);

  useEffect(() => {
    words.current = { messages, failureText };
  });

  useEffect(() => {
    if (events === null) return;
    return events.onSessionCreated(async () => {
      // Another tab's announcement may arrive together with our own.
      if (isCalling.current) return;
      isCalling.current = true;
      setFailure(null);
      const outcome = await createBackendSession(words.current.messages, words.current.failureText);
      isCalling.current = false;
      if (outcome.ok) return signIn(outcome.user);
      setFailure(outcome.text);
      onFailure();
    });
  }, [events, signIn, onFailure]);

  return failure;
}
