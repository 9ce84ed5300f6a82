import { useSignInWidget } from '../../session/use-sign-in-widget.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MESSAGES } from './messages.ts';

/** The provider's account management: e-mails, password, passkeys, second factor, sessions. */
export function AccountCard() {
  const widget = useSignInWidget();
  return (
    <Card padded aria-labelledby="account">
      <h2 id="account" className="text-lg">
        {MESSAGES.account}
      </h2>
      <div className="mt-5">
        {widget.status === 'ready' && <hanko-profile />}
        {widget.status === 'loading' && <Skeleton />}
        {widget.status === 'failed' && <Alert tone="danger">{MESSAGES.accountMissing}</Alert>}
      </div>
    </Card>
  );
}
