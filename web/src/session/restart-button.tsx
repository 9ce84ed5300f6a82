import { Button } from '../ui/button.tsx';
import { MESSAGES } from './messages.ts';
import type { WidgetFlow } from './use-widget-flow.ts';

/** The way on from a screen of the widget that has none: begins the flow anew. */
export function RestartButton({ isStuck, restart }: Pick<WidgetFlow, 'isStuck' | 'restart'>) {
  return isStuck && <Button onClick={restart}>{MESSAGES.continue}</Button>;
}
