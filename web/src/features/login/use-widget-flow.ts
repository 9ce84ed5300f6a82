import { useCallback, useEffect, useState } from 'react';
import { forgetWidgetFlow, type WidgetEvents } from '../../session/sign-in-widget.ts';

/** A step that starts and does not end within this time has lost its connection for good. */
const STEP_TIMEOUT_MS = 15_000;

export interface WidgetFlow {
  /** Changes with each restart: the key that mounts the element anew. */
  round: number;
  /** The widget stands on a screen that cannot go on by itself. */
  isStuck: boolean;
  restart(): void;
}

/** Follows the widget's states, to notice the dead ends it offers no way out of. */
export function useWidgetFlow(events: WidgetEvents | null): WidgetFlow {
  const [round, setRound] = useState(0);
  const [isStuck, setStuck] = useState(false);

  useEffect(() => {
    if (events === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stops = [
      events.onBeforeStateChange(() => {
        clearTimeout(timer);
        timer = setTimeout(() => setStuck(true), STEP_TIMEOUT_MS);
      }),
      events.onAfterStateChange(({ state }) => {
        clearTimeout(timer);
        setStuck(state.name === 'error');
      }),
    ];
    return () => {
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [events]);

  const restart = useCallback(() => {
    forgetWidgetFlow();
    setStuck(false);
    setRound((current) => current + 1);
  }, []);

  return { round, isStuck, restart };
}
