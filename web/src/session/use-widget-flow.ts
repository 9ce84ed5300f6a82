import { useCallback, useEffect, useState } from 'react';
import { forgetWidgetFlow, stripWidgetParameters, type WidgetEvents } from './sign-in-widget.ts';

/** A step that starts and does not end within this time has lost its connection for good. */
const STEP_TIMEOUT_MS = 15_000;
/**
 * The widget draws the first screen of a flow twice, 500 ms apart, and what is typed or pressed in
 * between is lost; so nobody gets at it before.
 */
export const WIDGET_SETTLES_MS = 600;
const FIRST_STATES: readonly string[] = ['login_init', 'registration_init', 'profile_init'];

export interface WidgetFlow {
  /** Changes with each restart: the key that mounts the element anew. */
  round: number;
  /** The first screen of a flow has just been drawn and will be drawn once more. */
  isSettling: boolean;
  /** The widget stands on a screen that cannot go on by itself. */
  isStuck: boolean;
  /** It stands there because the provider no longer knows the session: beginning anew ends there too. */
  isRefused: boolean;
  restart(): void;
}

/** Follows the widget's states, to notice the dead ends it offers no way out of. */
export function useWidgetFlow(events: WidgetEvents | null): WidgetFlow {
  const [round, setRound] = useState(0);
  const [isSettling, setSettling] = useState(false);
  const [isStuck, setStuck] = useState(false);
  const [isRefused, setRefused] = useState(false);

  useEffect(() => {
    if (events === null) return;
    let step: ReturnType<typeof setTimeout> | undefined;
    let settled: ReturnType<typeof setTimeout> | undefined;
    let current = '';
    const endStep = () => {
      clearTimeout(step);
      step = undefined;
    };
    // The widget throws when a call fails within a step, and then stands still.
    const watchRejections = () => {
      if (step !== undefined) setStuck(true);
    };
    window.addEventListener('unhandledrejection', watchRejections);
    const stops = [
      events.onBeforeStateChange(() => {
        endStep();
        step = setTimeout(() => setStuck(true), STEP_TIMEOUT_MS);
      }),
      events.onAfterStateChange(({ state }) => {
        endStep();
        setStuck(state.name === 'error');
        setRefused(state.error?.code === 'unauthorized');
        if (state.name === 'login_init') stripWidgetParameters();
        const isFirst = FIRST_STATES.includes(state.name) && state.name !== current;
        current = state.name;
        if (!isFirst) return;
        setSettling(true);
        clearTimeout(settled);
        settled = setTimeout(() => setSettling(false), WIDGET_SETTLES_MS);
      }),
    ];
    return () => {
      endStep();
      clearTimeout(settled);
      window.removeEventListener('unhandledrejection', watchRejections);
      stops.forEach((stop) => stop());
    };
  }, [events]);

  const restart = useCallback(() => {
    forgetWidgetFlow();
    setStuck(false);
    setRound((current) => current + 1);
  }, []);

  return { round, isSettling, isStuck, isRefused, restart };
}
