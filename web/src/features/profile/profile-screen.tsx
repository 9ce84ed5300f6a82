import { CircleAlert } from 'lucide-react';
import { useFailureText } from '../../lib/language/use-failure-text.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { AccountCard } from './account-card.tsx';
import { ProfileHead } from './profile-head.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { useProfile } from './profile-calls.ts';
import { ProfileForm } from './profile-form.tsx';

export function ProfileScreen() {
  const messages = useMessages(MESSAGES);
  const profile = useProfile();
  const failureText = useFailureText();
  usePageTitle(messages.pageTitle);
  return (
    <Page width="form">
      <ProfileHead />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 tab:grid-cols-[minmax(0,1.15fr)_minmax(0,0.85fr)]">
        {profile.isPending && <Loading />}
        {profile.isError && (
          <LoadFailed
            text={failureText(profile.error, messages.loadFailed)}
            onRetry={() => void profile.refetch()}
          />
        )}
        {profile.data !== undefined && <ProfileForm initialValue={profile.data} />}
        <AccountCard />
      </div>
      <LanguageSwitch label={messages.language} />
    </Page>
  );
}

function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const messages = useMessages(MESSAGES);
  return (
    <Card padded>
      <StateBox icon={<CircleAlert aria-hidden size={24} />} tone="danger">
        <p role="alert">{text}</p>
        <Button variant="secondary" onClick={onRetry}>
          {messages.tryAgain}
        </Button>
      </StateBox>
    </Card>
  );
}

function Loading() {
  const messages = useMessages(MESSAGES);
  return (
    <Card padded>
      <StateBox announce="status">
        <p>{messages.loading}</p>
        <Skeleton />
      </StateBox>
    </Card>
  );
}
