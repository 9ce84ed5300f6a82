import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useMessages } from '../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

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
