import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { endSession, eraseFromServer } from './session-calls.ts';
import { SessionContext } from './session-context.ts';
import type { SignInWidget, WidgetEvents } from './sign-in-widget.ts';
import { useConsentCheck } from './use-consent-check.ts';
import { useSessionState } from './use-session-state.ts';
import { useTabsInStep } from './use-tabs-in-step.ts';
import { useWidgetEvents } from './use-widget-events.ts';
import { logProblem } from '../lib/log-problem.ts';

/** Knows who is signed in, for everything below it. */
export function SessionProvider({
  widget,
  children,
}: {
  widget: SignInWidget;
  children: ReactNode;
}) {
  const { state, refresh, signIn, forget, learnConsent } = useSessionState();
  const [events, setEvents] = useState<WidgetEvents | null>(null);

  const expire = useCallback(() => forget(false), [forget]);
  const requireConsent = useCallback(() => learnConsent(false), [learnConsent]);
  const acceptConsent = useCallback(() => learnConsent(true), [learnConsent]);

  const isSigningOut = useRef(false);
  const signOut = useCallback(async () => {
    isSigningOut.current = true;
    await endBothSessions(widget)
      .then(() => forget(true))
      .finally(() => {
        isSigningOut.current = false;
      });
  }, [forget, widget]);
  const follow = useCallback(
    (byChoice: boolean) => {
      if (isSigningOut.current) return;
      forget(byChoice);
      endSession().catch((error: unknown) => logProblem('Logout failed.', error));
    },
    [forget],
  );

  const erase = useCallback(() => {
    forget(true);
    eraseFromServer().catch((error: unknown) => logProblem('Erasing failed.', error));
  }, [forget]);

  const abandon = useCallback(() => follow(false), [follow]);

  const loadWidget = useCallback(async () => {
    const loaded = await widget.load();
    setEvents(loaded);
    return loaded;
  }, [widget]);

  const isSignedOut = state.status === 'signed-out';
  useEffect(() => {
    if (isSignedOut) widget.forgetSession();
  }, [isSignedOut, widget]);

  useConsentCheck(state, learnConsent);
  useWidgetEvents(events, state, { follow, erase });
  useTabsInStep(state, forget);

  const session = useMemo(() => {
    const signedIn = state.status === 'signed-in' ? state : null;
    return {
      state,
      user: signedIn?.user ?? null,
      chatSessionId: signedIn?.chatSessionId ?? null,
      refresh,
      signIn,
      signOut,
      expire,
      abandon,
      acceptConsent,
      requireConsent,
      loadWidget,
    };
  }, [state, refresh, signIn, signOut, expire, abandon, acceptConsent, requireConsent, loadWidget]);

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The provider's goes first: ours ends with it soon, while the provider's would outlive ours. */
async function endBothSessions(widget: SignInWidget): Promise<void> {
  await widget.leave().catch((error: unknown) => logProblem('Widget logout failed.', error));
  await endSession();
}
