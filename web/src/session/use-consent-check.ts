import { useEffect } from 'react';
import { useWebConfig } from '../lib/web-config-context.ts';
import { askForConsent } from './session-calls.ts';
import type { SessionState } from './session-machine.ts';
import { logProblem } from '../lib/log-problem.ts';

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
