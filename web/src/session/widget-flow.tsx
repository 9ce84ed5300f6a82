import { type RefCallback, useCallback, useEffect, useState } from 'react';
import { useMessages } from '../lib/language/messages.ts';
import { logProblem } from '../lib/log-problem.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { MESSAGES } from './messages.ts';
import { useSession } from './session-context.ts';
import { forgetWidgetFlow, stripWidgetParameters, type WidgetEvents } from './sign-in-widget.ts';
import { useSettling } from './use-settling.ts';
import { useWidgetFocus } from './use-widget-focus.ts';

type WidgetState =
  | { status: 'loading' }
  | { status: 'ready'; events: WidgetEvents }
  | { status: 'failed' };

/** Loads the sign-in widget for a screen that shows one of its elements. */
export function useSignInWidget(): WidgetState {
  const { loadWidget } = useSession();
  const [state, setState] = useState<WidgetState>({ status: 'loading' });
  useEffect(() => {
    let isLeaving = false;
    const show = (next: WidgetState) => {
      if (!isLeaving) setState(next);
    };
    loadWidget().then(
      (events) => show({ status: 'ready', events }),
      (error: unknown) => {
        logProblem('The sign-in widget cannot be loaded.', error);
        show({ status: 'failed' });
      },
    );
    return () => {
      isLeaving = true;
    };
  }, [loadWidget]);
  return state;
}

/** A step that starts and does not end within this time has lost its connection for good. */
const STEP_TIMEOUT_MS = 15_000;

export interface WidgetFlow {
  /** Changes with each restart: the key that mounts the element anew. */
  round: number;
  isSettling: boolean;
  /** The widget stands on a screen that cannot go on by itself. */
  isStuck: boolean;
  /** It stands there because the provider no longer knows the session: beginning anew ends there too. */
  isRefused: boolean;
  restart(): void;
  /** For the widget's element. */
  watch: RefCallback<HTMLElement>;
}

/**
 * Follows the widget's states, to notice the dead ends it offers no way out of, and to keep the focus;
 * with `entersScreens` that is in each screen's first field.
 */
export function useWidgetFlow(
  events: WidgetEvents | null,
  { entersScreens }: { entersScreens: boolean },
): WidgetFlow {
  const [round, setRound] = useState(0);
  const [isStuck, setStuck] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isSettling = useSettling(events);
  const keepFocus = useWidgetFocus(events, { isSettling, entersScreens });

  useEffect(() => {
    if (events === null) return;
    const step = createStepTimer(() => setStuck(true));
    const stops = [
      events.onBeforeStateChange(step.start),
      events.onAfterStateChange(({ state }) => {
        step.end();
        setStuck(state.name === 'error');
        setRefused(state.error?.code === 'unauthorized');
        if (state.name === 'login_init') stripWidgetParameters();
      }),
    ];
    window.addEventListener('unhandledrejection', step.fail);
    return () => {
      step.end();
      window.removeEventListener('unhandledrejection', step.fail);
      stops.forEach((stop) => stop());
    };
  }, [events]);

  const watch = useCallback(
    (element: HTMLElement | null) => {
      showWidgetFocus(element);
      const stops = [watchForDeadEnd(element, () => setStuck(true)), keepFocus(element)];
      return () => stops.forEach((stop) => stop?.());
    },
    [keepFocus],
  );
  const restart = useCallback(() => {
    forgetWidgetFlow();
    setStuck(false);
    setRound((current) => current + 1);
  }, []);

  return { round, isSettling, isStuck, isRefused, restart, watch };
}

/** A step of the flow: it ends, or takes too long, or its call fails, for which the widget throws. */
function createStepTimer(giveUp: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    start() {
      end();
      timer = setTimeout(giveUp, STEP_TIMEOUT_MS);
    },
    end,
    fail() {
      if (timer !== undefined) giveUp();
    },
  };
}

/**
 * Tells when the widget draws its error screen, of which no event speaks when the first call of a
 * flow fails. Returns how to stop.
 */
function watchForDeadEnd(element: HTMLElement | null, tell: () => void): (() => void) | undefined {
  const root = element?.shadowRoot;
  if (!root) return undefined;
  const observer = new MutationObserver(() => {
    if (isDeadEnd(root)) tell();
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The only screen that says what is wrong and has nothing to press. */
function isDeadEnd(root: ShadowRoot): boolean {
  return root.querySelector('[part~="error"]') !== null && root.querySelector('form') === null;
}

/**
 * An entry of the account widget is unfolded by a radio input that nobody sees, and neither it nor
 * its label is a part that a stylesheet of the page reaches. The sheet stands in the widget's open
 * shadow tree, beside its own; the accordion cuts off what lies outside of a label.
 */
const FOCUS_RING = `
  input[type='radio']:focus-visible + label {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
`;

/** Gives the labels of the widget's hidden inputs the focus ring of the page. */
function showWidgetFocus(element: HTMLElement | null): void {
  const root = element?.shadowRoot;
  if (!root) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(FOCUS_RING);
  root.adoptedStyleSheets.push(sheet);
}

/** The way on from a screen of the widget that has none: begins the flow anew. */
export function RestartButton({ isStuck, restart }: Pick<WidgetFlow, 'isStuck' | 'restart'>) {
  const messages = useMessages(MESSAGES);
  return isStuck && <Button onClick={restart}>{messages.continue}</Button>;
}

/** Stands where the widget would, when it cannot be loaded; a browser asks again only on reload. */
export function WidgetMissing({ text }: { text: string }) {
  const messages = useMessages(MESSAGES);
  return (
    <div className="grid gap-2.5">
      <Alert tone="danger">{text}</Alert>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {messages.reload}
      </Button>
    </div>
  );
}
