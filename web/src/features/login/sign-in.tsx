import { RestartButton } from '../../session/restart-button.tsx';
import { useSignInWidget } from '../../session/use-sign-in-widget.ts';
import { useWidgetFlow } from '../../session/use-widget-flow.ts';
import { WidgetMissing } from '../../session/widget-missing.tsx';
import { Alert } from '../../ui/alert.tsx';
import { CoveredWidget, WidgetCover } from './covered-widget.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { useBackendSession } from './use-backend-session.ts';
import { useSignUpClosed } from './use-sign-up-closed.ts';

/** The card with the provider's widget, and the error text above it. */
export function SignIn() {
  const messages = useMessages(MESSAGES);
  const widget = useSignInWidget();
  const events = widget.status === 'ready' ? widget.events : null;
  const { round, isSettling, isStuck, restart, watch } = useWidgetFlow(events);
  const failure = useBackendSession(events, restart);
  const isSignUpClosed = useSignUpClosed(events);
  return (
    <>
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      {isSignUpClosed && <Alert tone="danger">{messages.signUpClosed}</Alert>}
      <div className="relative grid min-h-68 content-start gap-2.5 overflow-hidden rounded-lg border border-line bg-surface px-5 py-6 shadow-2 tab:p-8">
        {widget.status === 'ready' && (
          <CoveredWidget key={round} isSettling={isSettling} watch={watch} />
        )}
        {widget.status === 'loading' && <WidgetCover />}
        {widget.status === 'failed' && <WidgetMissing text={messages.widgetMissing} />}
        <RestartButton isStuck={isStuck} restart={restart} />
      </div>
    </>
  );
}
