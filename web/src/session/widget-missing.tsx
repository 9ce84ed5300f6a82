import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { MESSAGES } from './messages.ts';

/** Stands where the widget would, when it cannot be loaded; a browser asks again only on reload. */
export function WidgetMissing({ text }: { text: string }) {
  return (
    <div className="grid gap-2.5">
      <Alert tone="danger">{text}</Alert>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {MESSAGES.reload}
      </Button>
    </div>
  );
}
