import { SESSION_CHECK_INTERVAL_MS } from '@pathway/contract/limits';
import type { Hanko } from '@teamhanko/hanko-elements';
import { removeStored } from '../lib/local-store.ts';

/** Where the widget keeps an unfinished round trip to a third party. */
const FLOW_STATE_KEY = 'hanko-auth-flow-state';
/** Where the widget keeps what it knows of its own session. */
const SESSION_STATE_KEY = 'hanko_session_state';
/** Starts the token exchange of a single sign-on; left in the address it starts it again. */
const SSO_HINT = 'saml_hint';

/** The events that the product listens to. */
export type WidgetEvents = Pick<
  Hanko,
  | 'onSessionCreated'
  | 'onSessionExpired'
  | 'onUserLoggedOut'
  | 'onUserDeleted'
  | 'onBeforeStateChange'
  | 'onAfterStateChange'
>;

/** The provider's sign-in widget: one per page, loaded when a screen first needs it. */
export interface SignInWidget {
  /** Registers the custom elements and answers the events of the widget's session. */
  load(): Promise<WidgetEvents>;
  /** Ends the widget's own session, when it was loaded, and forgets what it stored. */
  leave(): Promise<void>;
}

export function createSignInWidget(signInUrl: string): SignInWidget {
  let loading: Promise<Hanko> | undefined;

  async function register(): Promise<Hanko> {
    const elements = await import('@teamhanko/hanko-elements');
    const { hanko } = await elements.register(signInUrl, {
      sessionCheckInterval: SESSION_CHECK_INTERVAL_MS,
    });
    return hanko;
  }

  function load(): Promise<WidgetEvents> {
    loading ??= register().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function leave(): Promise<void> {
    const hanko = await loading;
    await hanko?.logout();
    removeStored(SESSION_STATE_KEY);
  }

  return { load, leave };
}

/**
 * Clears what would lead a newly mounted widget back into the flow that just ended: its stored
 * round trip, and the single sign-on hint in the address.
 */
export function forgetWidgetFlow(): void {
  removeStored(FLOW_STATE_KEY);
  const address = new URL(window.location.href);
  if (!address.searchParams.has(SSO_HINT)) return;
  address.searchParams.delete(SSO_HINT);
  window.history.replaceState(window.history.state, '', address);
}
