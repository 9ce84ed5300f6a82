import { failureText } from '../../lib/failure-text.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { AccountCard } from './account-card.tsx';
import { ProfileHead } from './profile-head.tsx';
import { MESSAGES } from './messages.ts';
import { useProfile } from './profile-calls.ts';
import { ProfileForm } from './profile-form.tsx';

export function ProfileScreen() {
  const profile = useProfile();
  usePageTitle(MESSAGES.pageTitle);
  return (
    <Page width="form">
      <ProfileHead />
      {profile.isError && (
        <Alert tone="danger">{failureText(profile.error, MESSAGES.loadFailed)}</Alert>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 tab:grid-cols-[minmax(0,1.15fr)_minmax(0,0.85fr)]">
        {profile.isPending && <Loading />}
        {profile.data !== undefined && <ProfileForm initialValue={profile.data} />}
        <AccountCard />
      </div>
    </Page>
  );
}

function Loading() {
  return (
    <Card padded>
      <StateBox announce="status">
        <p>{MESSAGES.loading}</p>
        <Skeleton />
      </StateBox>
    </Card>
  );
}
