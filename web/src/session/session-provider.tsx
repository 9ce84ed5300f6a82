import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { logProblem } from '../lib/log-problem.ts';
import { endSession, eraseFromServer, prepareErasureOnServer } from './session-calls.ts';
import { SessionContext } from './session-context.ts';
import type { SessionState, SignedOutReason } from './session-machine.ts';
import type { SignInWidget, WidgetEvents } from './sign-in-widget.ts';
import { useConsentCheck, useSessionState, useTabsInStep } from './use-session-state.ts';

/** Knows who is signed in, for everything below it. */
export function SessionProvider(props: { widget: SignInWidget; children: ReactNode }) {
  const { widget, children } = props;
  const { state, refresh, signIn, forget, learnConsent } = useSessionState();
  const { prepareErasure, isErasureUnsure, eraseUser } = useErasure(state);
  const [events, setEvents] = useState<WidgetEvents | null>(null);
  const isSigningOut = useRef(false);

  const signOut = useCallback(async () => {
    isSigningOut.current = true;
    await endBothSessions(widget)
      .then(() => forget('left'))
      .finally(() => {
        isSigningOut.current = false;
      });
  }, [forget, widget]);
  const follow = useCallback(
    (reason: SignedOutReason) => {
      if (isSigningOut.current) return;
      forget(reason);
      endSession().catch((error: unknown) => logProblem('Logout failed.', error));
    },
    [forget],
  );
  const erase = useCallback(() => {
    isSigningOut.current = true;
    // Its reply takes the session's cookies away: nobody shall have signed in anew by then.
    void eraseUser().finally(() => {
      isSigningOut.current = false;
      forget('deleted');
    });
  }, [eraseUser, forget]);
  const loadWidget = useCallback(async () => {
    const loaded = await widget.load();
    setEvents(loaded);
    return loaded;
  }, [widget]);
  const actions = useMemo(
    () => ({
      refresh,
      signIn,
      signOut,
      expire: () => forget('expired'),
      abandon: () => follow('expired'),
      acceptConsent: () => learnConsent(true),
      requireConsent: () => learnConsent(false),
    }),
    [refresh, signIn, signOut, forget, follow, learnConsent],
  );

  const isSignedOut = state.status === 'signed-out';
  useEffect(() => {
    if (isSignedOut) widget.forgetSession();
  }, [isSignedOut, widget]);
  useConsentCheck(state, learnConsent);
  useWidgetEvents(events, state, { follow, erase });
  useTabsInStep(state, forget);

  const session = useMemo(() => {
    const { user, chatSessionId } =
      state.status === 'signed-in' ? state : { user: null, chatSessionId: null };
    return { state, user, chatSessionId, isErasureUnsure, prepareErasure, loadWidget, ...actions };
  }, [state, isErasureUnsure, prepareErasure, loadWidget, actions]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The provider's goes first: ours ends with it soon, while the provider's would outlive ours. */
async function endBothSessions(widget: SignInWidget): Promise<void> {
  await widget.leave().catch((error: unknown) => logProblem('Widget logout failed.', error));
  await endSession();
}

/** A preparation holds for longer, so the steps in between need none of their own. */
const PREPARE_EVERY_MS = 30_000;

/**
 * Erases the user on the server after the widget has deleted the account. That ends the provider's
 * session, so the server has to be asked while it still lives; see `prepareErasure` of the contract.
 * Unsure is an erasure that may have failed, while nobody has signed in since.
 */
function useErasure(state: SessionState) {
  const [hasFailed, setFailed] = useState(false);
  const lastPreparation = useRef(Number.NEGATIVE_INFINITY);

  const prepareErasure = useCallback(() => {
    if (performance.now() - lastPreparation.current < PREPARE_EVERY_MS) return;
    lastPreparation.current = performance.now();
    prepareErasureOnServer().catch((error: unknown) => {
      lastPreparation.current = Number.NEGATIVE_INFINITY;
      logProblem('Erasing could not be prepared.', error);
    });
  }, []);

  /** Never rejects. */
  const eraseUser = useCallback(async () => {
    setFailed(false);
    await eraseFromServer().catch((error: unknown) => {
      logProblem('Erasing failed.', error);
      setFailed(true);
    });
  }, []);

  return { prepareErasure, isErasureUnsure: hasFailed && state.status === 'signed-out', eraseUser };
}

/**
 * When the widget's session expires, is logged out or its user is deleted, the product follows.
 * `follow` and `erase` keep their identity between renders.
 */
function useWidgetEvents(
  events: WidgetEvents | null,
  state: SessionState,
  { follow, erase }: { follow: (reason: SignedOutReason) => void; erase: () => void },
): void {
  const isSignedIn = state.status === 'signed-in';
  useEffect(() => {
    if (events === null || !isSignedIn) return;
    const stops = [
      events.onSessionExpired(() => follow('expired')),
      events.onUserLoggedOut(() => follow('left')),
      events.onUserDeleted(erase),
    ];
    return () => stops.forEach((stop) => stop());
  }, [events, isSignedIn, follow, erase]);
}
