import { Button } from '../ui/button.tsx';
import { useMessages } from '../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import type { WidgetFlow } from './use-widget-flow.ts';

/** The way on from a screen of the widget that has none: begins the flow anew. */
export function RestartButton({ isStuck, restart }: Pick<WidgetFlow, 'isStuck' | 'restart'>) {
  const messages = useMessages(MESSAGES);
  return isStuck && <Button onClick={restart}>{messages.continue}</Button>;
}
