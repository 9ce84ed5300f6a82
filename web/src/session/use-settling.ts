import { useEffect, useState } from 'react';
import type { WidgetEvents } from './sign-in-widget.ts';

/**
 * The widget draws the first screen of a flow twice, 500 ms apart, and what is typed or pressed in
 * between is lost; so nobody gets at it before.
 */
export const WIDGET_SETTLES_MS = 600;
const FIRST_STATES: readonly string[] = ['login_init', 'registration_init', 'profile_init'];

/** True while the first screen of a flow has just been drawn and will be drawn once more. */
export function useSettling(events: WidgetEvents | null): boolean {
  const [isSettling, setSettling] = useState(false);
  useEffect(() => {
    if (events === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = '';
    const stop = events.onAfterStateChange(({ state }) => {
      const isFirst = FIRST_STATES.includes(state.name) && state.name !== current;
      current = state.name;
      if (!isFirst) return;
      setSettling(true);
      clearTimeout(timer);
      timer = setTimeout(() => setSettling(false), WIDGET_SETTLES_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [events]);
  return isSettling;
}
