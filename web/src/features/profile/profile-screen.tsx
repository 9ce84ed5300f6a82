import { LogOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFailureText } from '../../lib/failure-text.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { useMessages } from '../../lib/language/messages.ts';
import { logProblem } from '../../lib/log-problem.ts';
import { usePageTitle } from '../../lib/web-config.ts';
import { useSession } from '../../session/session-context.ts';
import type { WidgetEvents } from '../../session/sign-in-widget.ts';
import {
  RestartButton,
  useSignInWidget,
  useWidgetFlow,
  WidgetMissing,
} from '../../session/widget-flow.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { FailureBox, LoadingBox, Skeleton } from '../../ui/state-box.tsx';
import { MESSAGES } from './messages.ts';
import { useProfile } from './profile-calls.ts';
import { ProfileForm } from './profile-form.tsx';

export function ProfileScreen() {
  const messages = useMessages(MESSAGES);
  const profile = useProfile();
  const failureText = useFailureText();
  const [isRetried, setRetried] = useState(false);
  usePageTitle(messages.pageTitle);
  return (
    <Page width="form">
      <ProfileHead />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 tab:grid-cols-[minmax(0,1.15fr)_minmax(0,0.85fr)]">
        {profile.isPending && (
          <Card padded>
            <LoadingBox text={messages.loading} />
          </Card>
        )}
        {profile.isError && (
          <Card padded>
            <FailureBox text={failureText(profile.error, messages.loadFailed)}>
              <Button
                variant="secondary"
                onClick={() => {
                  setRetried(true);
                  void profile.refetch();
                }}
              >
                {messages.tryAgain}
              </Button>
            </FailureBox>
          </Card>
        )}
        {profile.data !== undefined && (
          <ProfileForm initialValue={profile.data} followsButton={isRetried} />
        )}
        <AccountCard />
      </div>
      <LanguageSwitch label={messages.language} />
    </Page>
  );
}

/** The head of the screen with the way out. The guard leads to the login screen afterwards. */
function ProfileHead() {
  const messages = useMessages(MESSAGES);
  const { signOut } = useSession();
  const [state, setState] = useState<'idle' | 'leaving' | 'failed'>('idle');

  async function leave() {
    setState('leaving');
    try {
      await signOut();
    } catch (error) {
      logProblem('Logout failed.', error);
      setState('failed');
    }
  }

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1>{messages.heading}</h1>
        <Button
          variant="secondary"
          size="sm"
          icon={<LogOut aria-hidden size={16} />}
          busy={state === 'leaving'}
          onClick={() => void leave()}
        >
          {messages.logout}
        </Button>
      </div>
      {state === 'failed' && <Alert tone="danger">{messages.logoutFailed}</Alert>}
    </>
  );
}

/** The provider's account management: e-mails, password, passkeys, second factor, sessions. */
function AccountCard() {
  const messages = useMessages(MESSAGES);
  const { language } = useLanguage();
  const widget = useSignInWidget();
  const events = widget.status === 'ready' ? widget.events : null;
  const { abandon, prepareErasure } = useSession();
  const { round, isSettling, isStuck, isRefused, restart, watch } = useWidgetFlow(events, {
    entersScreens: false,
  });
  const isChanged = useAccountChange(events);
  return (
    <Card padded aria-labelledby="account">
      <h2 id="account" className="text-lg">
        {messages.account}
      </h2>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {widget.status === 'ready' && (
          <div key={round} inert={isSettling} onClickCapture={prepareErasure}>
            <hanko-profile ref={watch} lang={language} />
          </div>
        )}
        {widget.status === 'loading' && <Skeleton />}
        {widget.status === 'failed' && <WidgetMissing text={messages.accountMissing} />}
        <output className="sr-only">{isChanged && messages.accountChanged}</output>
        <RestartButton isStuck={isStuck} restart={isRefused ? abandon : restart} />
      </div>
    </Card>
  );
}

/** Whether the last step in the account widget changed something, of which it says nothing aloud. */
function useAccountChange(events: WidgetEvents | null): boolean {
  const [isChanged, setChanged] = useState(false);
  useEffect(
    () =>
      events?.onAfterStateChange(({ state }) => {
        const { name, previousAction, error } = state;
        // The widget says null where its types say undefined.
        const isStep = previousAction?.name !== undefined && previousAction.name !== 'back';
        setChanged(name === 'profile_init' && isStep && !error);
      }),
    [events],
  );
  return isChanged;
}
