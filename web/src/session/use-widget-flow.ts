import { type RefCallback, useCallback, useEffect, useState } from 'react';
import { forgetWidgetFlow, stripWidgetParameters, type WidgetEvents } from './sign-in-widget.ts';
import { showWidgetFocus } from './show-widget-focus.ts';
import { useSettling } from './use-settling.ts';
import { watchForDeadEnd } from './watch-for-dead-end.ts';

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

/** Follows the widget's states, to notice the dead ends it offers no way out of. */
export function useWidgetFlow(events: WidgetEvents | null): WidgetFlow {
  const [round, setRound] = useState(0);
  const [isStuck, setStuck] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isSettling = useSettling(events);

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

  const watch = useCallback((element: HTMLElement | null) => {
    showWidgetFocus(element);
    return watchForDeadEnd(element, () => setStuck(true));
  }, []);
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
