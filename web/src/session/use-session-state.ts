import { SESSION_CHECK_INTERVAL_MIN_MS } from '@pathway/contract/limits';
import type { User } from '@pathway/contract/session';
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { ApiError } from '../lib/api-client.ts';
import { forgetKept } from '../lib/browser-store.ts';
import { createRandomId } from '../lib/create-random-id.ts';
import { logProblem } from '../lib/log-problem.ts';
import { useWebConfig } from '../lib/web-config.ts';
import { askForConsent, askWhoIsHere } from './session-calls.ts';
import { type ConsentFlag, createConsentFlag, pageKnowsNobody } from './session-hints.ts';
import {
  INITIAL_SESSION,
  isByChoice,
  type SessionState,
  type SignedOutReason,
  transitionSession,
} from './session-machine.ts';
import { rememberSignIn } from './sign-in-widget.ts';

function firstState(flag: ConsentFlag): SessionState {
  if (!pageKnowsNobody()) return INITIAL_SESSION;
  return { status: 'signed-out', reason: reasonForNobody(flag) };
}

/** Who accepted the terms in this browser and never left has lost the session in the meantime. */
function reasonForNobody(flag: ConsentFlag): SignedOutReason {
  return flag.isSetForSomebody() ? 'expired' : 'stranger';
}

/** The session machine with its calls: asks the server at start, keeps the local consent flag. */
export function useSessionState() {
  const { consentVersion } = useWebConfig();
  const flag = useMemo(() => createConsentFlag(consentVersion), [consentVersion]);
  const [state, send] = useReducer(transitionSession, flag, firstState);
  const userId = state.status === 'signed-in' ? state.user.id : null;

  const signIn = useCallback(
    (user: User) => {
      rememberSignIn();
      const remembersConsent = flag.isSet(user.id);
      send({ type: 'user-arrived', user, remembersConsent, chatSessionId: createRandomId() });
    },
    [flag],
  );

  const refresh = useCallback(async () => {
    try {
      signIn(await askWhoIsHere());
    } catch (error) {
      const isSignedOut = error instanceof ApiError && error.status === 401;
      if (!isSignedOut) logProblem('The session is not known.', error);
      send({ type: 'user-left', reason: isSignedOut ? reasonForNobody(flag) : 'unknown' });
    }
  }, [flag, signIn]);

  const forget = useCallback(
    (reason: SignedOutReason) => {
      if (userId !== null) flag.clear(userId);
      if (isByChoice(reason)) forgetKept();
      send({ type: 'user-left', reason });
    },
    [flag, userId],
  );

  const learnConsent = useCallback(
    (given: boolean) => {
      if (userId === null) return;
      if (given) flag.set(userId);
      else flag.clear(userId);
      send({ type: 'consent-learned', userId, given });
    },
    [flag, userId],
  );

  const hasAsked = useRef(pageKnowsNobody());
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    void refresh();
  }, [refresh]);

  return { state, refresh, signIn, forget, learnConsent };
}

/** Asks the server once for each user whether the current terms are accepted. */
export function useConsentCheck(state: SessionState, learn: (given: boolean) => void): void {
  const { consentVersion } = useWebConfig();
  const userId = state.status === 'signed-in' ? state.user.id : null;
  const isKnown = state.status === 'signed-in' && state.consent === 'given';

  useEffect(() => {
    if (userId === null) return;
    const leaving = new AbortController();
    askForConsent({ userId, version: consentVersion }, leaving.signal).then(
      learn,
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        logProblem('The consent status is not known.', error);
        if (!isKnown) learn(false);
      },
    );
    return () => leaving.abort();
    // Once per user: what is learned here must not ask again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [userId, consentVersion]);
}

const CHANNEL = 'session';
const SIGNED_OUT = 'signed-out';

/**
 * Keeps the product's tabs in step: leaving in one leaves in all, and a tab that is looked at again
 * asks whether its session still lives. Only a clear no signs out; a lost connection does not.
 */
export function useTabsInStep(
  state: SessionState,
  forget: (reason: SignedOutReason) => void,
): void {
  const { status } = state;
  const hasLeft = status === 'signed-out' && isByChoice(state.reason);

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
      if (data === SIGNED_OUT) forget('left-elsewhere');
    });
    let lastCheck = performance.now();
    const check = () => {
      const isDue = performance.now() - lastCheck >= SESSION_CHECK_INTERVAL_MIN_MS;
      if (document.visibilityState !== 'visible' || !isDue) return;
      lastCheck = performance.now();
      askWhoIsHere().catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) forget('expired');
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
