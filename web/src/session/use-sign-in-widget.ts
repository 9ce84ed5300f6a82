import { useEffect, useState } from 'react';
import { useSession } from './session-context.ts';
import type { WidgetEvents } from './sign-in-widget.ts';
import { logProblem } from '../lib/log-problem.ts';

export type WidgetState =
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
