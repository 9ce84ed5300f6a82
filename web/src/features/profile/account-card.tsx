import { RestartButton } from '../../session/restart-button.tsx';
import { useSession } from '../../session/session-context.ts';
import { useSignInWidget } from '../../session/use-sign-in-widget.ts';
import { useWidgetFlow } from '../../session/use-widget-flow.ts';
import { WidgetMissing } from '../../session/widget-missing.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLanguage } from '../../lib/language/language-context.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

/** The provider's account management: e-mails, password, passkeys, second factor, sessions. */
export function AccountCard() {
  const messages = useMessages(MESSAGES);
  const { language } = useLanguage();
  const widget = useSignInWidget();
  const events = widget.status === 'ready' ? widget.events : null;
  const { abandon } = useSession();
  const { round, isSettling, isStuck, isRefused, restart, watch } = useWidgetFlow(events);
  return (
    <Card padded aria-labelledby="account">
      <h2 id="account" className="text-lg">
        {messages.account}
      </h2>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {widget.status === 'ready' && (
          <div key={round} inert={isSettling}>
            <hanko-profile ref={watch} lang={language} />
          </div>
        )}
        {widget.status === 'loading' && <Skeleton />}
        {widget.status === 'failed' && <WidgetMissing text={messages.accountMissing} />}
        <RestartButton isStuck={isStuck} restart={isRefused ? abandon : restart} />
      </div>
    </Card>
  );
}
