import type { User } from '@pathway/contract/session';
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { createRandomId } from '../lib/create-random-id.ts';
import { pageKnowsNobody } from '../lib/page-knows-nobody.ts';
import { useWebConfig } from '../lib/web-config-context.ts';
import { createConsentFlag } from './consent-flag.ts';
import { askWhoIsHere } from './session-calls.ts';
import { INITIAL_SESSION, type SessionState, transitionSession } from './session-machine.ts';
import { logProblem } from '../lib/log-problem.ts';
import { forgetKept } from '../lib/tab-store.ts';

interface SessionActions {
  state: SessionState;
  refresh(): Promise<void>;
  signIn(user: User): void;
  forget(byChoice: boolean): void;
  learnConsent(given: boolean): void;
}

function firstState(): SessionState {
  return pageKnowsNobody() ? { status: 'signed-out', byChoice: false } : INITIAL_SESSION;
}

/** The session machine with its calls: asks the server at start, keeps the local consent flag. */
export function useSessionState(): SessionActions {
  const { consentVersion } = useWebConfig();
  const flag = useMemo(() => createConsentFlag(consentVersion), [consentVersion]);
  const [state, send] = useReducer(transitionSession, null, firstState);
  const userId = state.status === 'signed-in' ? state.user.id : null;

  const signIn = useCallback(
    (user: User) => {
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
      send({ type: 'user-left', byChoice: false });
    }
  }, [signIn]);

  const forget = useCallback(
    (byChoice: boolean) => {
      if (userId !== null) flag.clear(userId);
      if (byChoice) forgetKept();
      send({ type: 'user-left', byChoice });
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
