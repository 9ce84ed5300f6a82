import { SESSION_CHECK_INTERVAL_MS } from '@pathway/contract/limits';
import type { Hanko } from '@teamhanko/hanko-elements';
import { readStored, removeStored, writeStored } from '../lib/browser-store.ts';

/** Where the widget keeps an unfinished round trip to a third party. */
const FLOW_STATE_KEY = 'hanko-auth-flow-state';
/** When the kept flow was kept, in milliseconds; only flows that wait for a code are. */
const FLOW_KEPT_AT_KEY = 'sign-in-kept-at';
/** Long enough to find a mail; whoever comes later, perhaps somebody else, begins anew. */
const FLOW_KEPT_MS = 15 * 60_000;
/** The steps that lead a person to another program, from which a phone may come back to a reload. */
const AWAITS_CODE: readonly string[] = ['passcode_confirmation', 'login_otp'];

/** Where the widget keeps how somebody signed in here last; of a sign-up it keeps nothing. */
const LAST_LOGIN_KEY = 'hanko_last_login';
const WAS_SIGNED_IN_KEY = 'was-signed-in';
/** Where the widget keeps what it knows of its own session. */
const SESSION_STATE_KEY = 'hanko_session_state';
/** By which the widget tells all its parts, and other tabs, that its session is over. */
const LOGGED_OUT_EVENT = 'hanko-user-logged-out';
/**
 * What a third party or an institution adds to the address on the way back. Left there, the hint
 * starts the token exchange again, and an old error ends the next round trip before it begins.
 */
const WIDGET_PARAMETERS = ['saml_hint', 'hanko_token', 'error', 'error_description'];

/** Where the widget finds the languages that it does not bring along. */
const TRANSLATIONS = '/i18n';

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
  /** Registers the custom elements and returns the events of the widget's session. */
  load(): Promise<WidgetEvents>;
  /** Ends the widget's own session, when it was loaded, and forgets what it stored. */
  leave(): Promise<void>;
  /**
   * For when the product knows nobody: what the widget remembers of a session would else expire
   * some seconds later, and throw whoever is signing in back to the first screen.
   */
  forgetSession(): void;
}

export function createSignInWidget(signInUrl: string): SignInWidget {
  let loading: Promise<Hanko> | undefined;

  async function register(): Promise<Hanko> {
    const elements = await import('@teamhanko/hanko-elements');
    const { hanko } = await elements.register(signInUrl, {
      sessionCheckInterval: SESSION_CHECK_INTERVAL_MS,
      translationsLocation: TRANSLATIONS,
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

  function forgetSession(): void {
    removeStored(SESSION_STATE_KEY);
    // Once loaded it keeps the session in memory as well, until it is told of a logout.
    if (loading !== undefined) document.dispatchEvent(new CustomEvent(LOGGED_OUT_EVENT));
  }

  return { load, leave, forgetSession };
}

/** Whether anybody has ever signed in with this browser. */
export function hasSignedInBefore(): boolean {
  return readStored(WAS_SIGNED_IN_KEY) !== null || readStored(LAST_LOGIN_KEY) !== null;
}

export function rememberSignIn(): void {
  writeStored(WAS_SIGNED_IN_KEY, 'true');
}

type WidgetStep = Parameters<Parameters<WidgetEvents['onAfterStateChange']>[0]>[0]['state'];

/**
 * Keeps a step that awaits a code where the widget looks for an unfinished flow when it is mounted
 * anew; it forgets it by itself with the next step. The account widget's flows are not resumed.
 */
export function keepAwaitedStep(step: WidgetStep): void {
  if (step.flowName === 'profile' || !AWAITS_CODE.includes(step.name)) {
    removeStored(FLOW_KEPT_AT_KEY);
    return;
  }
  step.saveToLocalStorage();
  writeStored(FLOW_KEPT_AT_KEY, String(Date.now()));
}

/** For before the widget is mounted. A round trip to a third party is not timed. */
export function forgetOldStep(): void {
  const keptAt = readStored(FLOW_KEPT_AT_KEY);
  if (keptAt === null || Date.now() - Number(keptAt) < FLOW_KEPT_MS) return;
  forgetStep();
}

/** Whatever was awaited: the widget, when it is mounted anew, begins at its first screen. */
export function forgetStep(): void {
  removeStored(FLOW_STATE_KEY);
  removeStored(FLOW_KEPT_AT_KEY);
}

/**
 * Clears what would lead a newly mounted widget back into the flow that just ended: its stored
 * round trip, and what a round trip left in the address.
 */
export function forgetWidgetFlow(): void {
  forgetStep();
  stripWidgetParameters();
}

/** Takes out of the address what a round trip left there; the widget has read it by its first screen. */
export function stripWidgetParameters(): void {
  const address = new URL(window.location.href);
  const left = WIDGET_PARAMETERS.filter((name) => address.searchParams.has(name));
  if (left.length === 0) return;
  left.forEach((name) => address.searchParams.delete(name));
  window.history.replaceState(window.history.state, '', address);
}
