import { providerCallback, type User } from '@pathway/contract/session';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, callApi } from '../../lib/api-client.ts';
import { type FailureText, useFailureText } from '../../lib/failure-text.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { useMessages } from '../../lib/language/messages.ts';
import { logProblem } from '../../lib/log-problem.ts';
import { askWhoIsHere } from '../../session/session-calls.ts';
import { useCameBy } from '../../session/guards.tsx';
import { useSession } from '../../session/session-context.ts';
import {
  forgetOldStep,
  hasSignedInBefore,
  keepAwaitedStep,
  type WidgetEvents,
} from '../../session/sign-in-widget.ts';
import { WIDGET_SETTLES_MS } from '../../session/use-settling.ts';
import {
  RestartButton,
  useSignInWidget,
  useWidgetFlow,
  type WidgetFlow,
  WidgetMissing,
} from '../../session/widget-flow.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Runner } from '../../ui/drawings.tsx';
import { type LoginMessages, MESSAGES } from './messages.ts';
import { followAddress, isLedToSignUp, type Mode, noteScreen } from './typed-address.ts';

/** The card with the provider's widget, and the error text above it. */
export function SignIn() {
  const messages = useMessages(MESSAGES);
  const { isErasureUnsure } = useSession();
  const [isLed] = useState(isLedToSignUp);
  const widget = useSignInWidget();
  const events = widget.status === 'ready' ? widget.events : null;
  const { round, isSettling, isStuck, restart, watch } = useWidgetFlow(events, {
    entersScreens: true,
  });
  const failure = useBackendSession(events, restart);
  const { mode, isSignUpClosed } = useFirstFlow(events, { isLed, restart });
  useState(forgetOldStep);
  useEffect(
    () =>
      events?.onAfterStateChange(({ state }) => {
        keepAwaitedStep(state);
        noteScreen(state.name);
      }),
    [events],
  );
  return (
    <>
      {isErasureUnsure && <Alert tone="danger">{messages.erasureUnsure}</Alert>}
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      {isSignUpClosed && <Alert tone="danger">{messages.signUpClosed}</Alert>}
      <div className="relative grid min-h-68 content-start gap-2.5 overflow-hidden rounded-lg border border-line bg-surface px-5 py-6 shadow-2 tab:p-8">
        {widget.status === 'ready' && (
          <CoveredWidget key={round} mode={mode} {...{ isSettling, isStuck, watch }} />
        )}
        {widget.status === 'loading' && <WidgetCover />}
        {widget.status === 'failed' && <WidgetMissing text={messages.widgetMissing} />}
        <RestartButton isStuck={isStuck} restart={restart} />
      </div>
    </>
  );
}

/** Hides the widget until its first screen stands, or none will; later ones keep still until they have settled. */
function CoveredWidget({
  mode,
  isSettling,
  isStuck,
  watch,
}: Pick<WidgetFlow, 'isSettling' | 'isStuck' | 'watch'> & { mode: Mode }) {
  const { language } = useLanguage();
  const [isYoung, setYoung] = useState(true);
  const isCovered = isYoung && !isStuck;
  const follow = useCallback(
    (element: HTMLElement | null) => {
      const stops = [watch(element), followAddress(element)];
      return () => stops.forEach((stop) => stop?.());
    },
    [watch],
  );
  useEffect(() => {
    const timer = setTimeout(() => setYoung(false), WIDGET_SETTLES_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {/* Transparent and not hidden: a screen that is drawn under the cover places the focus once. */}
      <div className={isCovered ? 'opacity-0' : undefined} inert={isSettling}>
        <hanko-auth ref={follow} lang={language} mode={mode} />
      </div>
      {isCovered && <WidgetCover />}
    </>
  );
}

function WidgetCover() {
  const messages = useMessages(MESSAGES);
  return (
    <output className="absolute inset-0 grid content-center justify-items-center gap-4 text-ink-2">
      <Runner />
      <p>{messages.widgetLoading}</p>
    </output>
  );
}

/**
 * When the widget has a session, makes the product's own and stores the user. Returns the text of
 * the last failure. `onFailure` puts the widget back to its first screen, to try again.
 */
function useBackendSession(events: WidgetEvents | null, onFailure: () => void): string | null {
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

type CallbackOutcome = { ok: true; user: User } | { ok: false; text: string };

/** Swaps the widget's new session for the product's own. */
async function createBackendSession(
  messages: LoginMessages,
  failureText: FailureText,
): Promise<CallbackOutcome> {
  try {
    const { success, user, error } = await callApi(providerCallback);
    if (success) return { ok: true, user: user ?? (await askWhoIsHere()) };
    return { ok: false, text: error ?? messages.callbackFailed };
  } catch (error) {
    if (!(error instanceof ApiError)) logProblem('The sign-in callback failed.', error);
    return { ok: false, text: failureText(error, messages.callbackFailed, messages.unexpected) };
  }
}

/** What a third party's refusal brings along where nobody new may come in. */
const REFUSED_NEWCOMER = 'signup_disabled';

/**
 * Which flow the widget begins with: whom a mail leads to sign up, or a reload interrupted there, goes
 * on with it, and whoever follows the invitation with a browser that has never signed anybody in
 * creates an account, where that is possible.
 *
 * `isSignUpClosed` is true once it has turned out that nobody can: the provider offers nothing to
 * sign up with, or has sent back whom it did not know. The widget has no words for either.
 */
function useFirstFlow(
  events: WidgetEvents | null,
  { isLed, restart }: { isLed: boolean; restart: () => void },
) {
  const isInvited = useCameBy('invitation');
  const [mode, setMode] = useState<Mode>(() =>
    isLed || (isInvited && !hasSignedInBefore()) ? 'registration' : 'login',
  );
  const [isSignUpClosed, setClosed] = useState(
    () => new URLSearchParams(window.location.search).get('error') === REFUSED_NEWCOMER,
  );
  useEffect(
    () =>
      events?.onAfterStateChange(({ state }) => {
        if (state.name !== 'registration_init') return;
        const isClosed = !state.actions.register_login_identifier.enabled;
        setClosed(isClosed && mode === 'login');
        if (!isClosed || mode === 'login') return;
        setMode('login');
        restart();
      }),
    [events, mode, restart],
  );
  return { mode, isSignUpClosed };
}
