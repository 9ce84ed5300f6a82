import { useEffect, useState } from 'react';
import type { WidgetEvents } from '../../session/sign-in-widget.ts';

/** What a third party's refusal brings along where nobody new may come in. */
const REFUSED_NEWCOMER = 'signup_disabled';

/**
 * True once it has turned out that nobody can create an account: the provider offers nothing to
 * sign up with, or has sent back whom it did not know. The widget has no words for either.
 */
export function useSignUpClosed(events: WidgetEvents | null): boolean {
  const [isClosed, setClosed] = useState(
    () => new URLSearchParams(window.location.search).get('error') === REFUSED_NEWCOMER,
  );
  useEffect(
    () =>
      events?.onAfterStateChange(({ state }) => {
        if (state.name !== 'registration_init') return;
        setClosed(!state.actions.register_login_identifier.enabled);
      }),
    [events],
  );
  return isClosed;
}
