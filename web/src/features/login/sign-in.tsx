import { useSignInWidget } from '../../session/use-sign-in-widget.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CoveredWidget, WidgetCover } from './covered-widget.tsx';
import { MESSAGES } from './messages.ts';
import { useBackendSession } from './use-backend-session.ts';
import { useWidgetFlow } from './use-widget-flow.ts';

/** The card with the provider's widget, and the error text above it. */
export function SignIn() {
  const widget = useSignInWidget();
  const events = widget.status === 'ready' ? widget.events : null;
  const { round, isSettling, isStuck, restart } = useWidgetFlow(events);
  const failure = useBackendSession(events, restart);
  return (
    <>
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      <div className="relative grid min-h-68 content-start gap-2.5 overflow-hidden rounded-lg border border-line bg-surface px-5 py-6 shadow-2 tab:p-8">
        {widget.status === 'ready' && <CoveredWidget key={round} isSettling={isSettling} />}
        {widget.status === 'loading' && <WidgetCover />}
        {widget.status === 'failed' && <WidgetMissing />}
        {isStuck && <Button onClick={restart}>{MESSAGES.continue}</Button>}
      </div>
    </>
  );
}

function WidgetMissing() {
  return (
    <>
      <Alert tone="danger">{MESSAGES.widgetMissing}</Alert>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {MESSAGES.reload}
      </Button>
    </>
  );
}
