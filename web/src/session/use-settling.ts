import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { WidgetEvents } from './sign-in-widget.ts';

/** From mounting the widget until its first screen usually stands. */
export const WIDGET_SETTLES_MS = 600;
/** From the event that draws a screen until it is drawn. */
const DRAWING_MS = 100;
/** A second drawing that has not come by then will not come. */
const REDRAWING_LIMIT_MS = 5_000;
const FIRST_STATES: readonly string[] = ['login_init', 'registration_init', 'profile_init'];
/**
 * The states from which a screen comes that is drawn twice: a new flow's, for going back comes from
 * another, and the account page's after a key was made.
 */
const LEFT_FOR_TWO_DRAWINGS: readonly string[] = ['preflight', 'webauthn_credential_verification'];

type ShownState = Parameters<Parameters<WidgetEvents['onAfterStateChange']>[0]>[0]['state'];

/**
 * True while the first screen of a flow has just been drawn and will be drawn once more. The widget
 * announces the same state a second time, 500 ms after it is done with the first, however long that
 * takes, and 360 ms after a key was made; what was typed or pressed in between is lost, and who has gone on is thrown back. So nobody
 * gets at it before.
 */
export function useSettling(events: WidgetEvents | null): boolean {
  const [isSettling, setSettling] = useState(false);
  useEffect(() => {
    if (events === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = '';
    let awaited: ShownState | undefined;
    const settleAfter = (delayMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setSettling(false), delayMs);
    };
    const stops = [
      events.onBeforeStateChange(({ state }) => {
        left = state.name;
      }),
      events.onAfterStateChange(({ state }) => {
        if (state === awaited) {
          awaited = undefined;
          settleAfter(DRAWING_MS);
        } else if (LEFT_FOR_TWO_DRAWINGS.includes(left) && FIRST_STATES.includes(state.name)) {
          awaited = state;
          // Now, and not with React's next task: the widget draws before that.
          flushSync(() => setSettling(true));
          settleAfter(REDRAWING_LIMIT_MS);
        }
      }),
    ];
    return () => {
      clearTimeout(timer);
      setSettling(false);
      stops.forEach((stop) => stop());
    };
  }, [events]);
  return isSettling;
}
