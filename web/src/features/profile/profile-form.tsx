import { PROFILE_NAME_MAX_LENGTH, SAVED_LABEL_MS } from '@pathway/contract/limits';
import type { Profile } from '@pathway/contract/profile';
import { Check, CircleAlert } from 'lucide-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { isFocusNowhere } from '../../lib/is-focus-nowhere.ts';
import { useMessages } from '../../lib/language/messages.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { Card } from '../../ui/page.tsx';
import { MESSAGES } from './messages.ts';
import { useSaveProfile } from './profile-calls.ts';
import { type SaveState, transitionSave } from './profile-machine.ts';

interface ProfileFormProps {
  initialValue: Profile;
  /** It takes the place of a button that was pressed, and the focus. */
  followsButton: boolean;
}

export function ProfileForm({ initialValue, followsButton }: ProfileFormProps) {
  const messages = useMessages(MESSAGES);
  const [profile, setProfile] = useState(initialValue);
  const [state, send] = useReducer(transitionSave, 'idle');
  const { mutate } = useSaveProfile();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (followsButton && isFocusNowhere()) form.current?.querySelector('input')?.focus();
  }, [followsButton]);

  useEffect(() => {
    if (state !== 'saved') return;
    const timer = setTimeout(() => send('time-out'), SAVED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [state]);

  function save() {
    send('save');
    mutate(profile, { onSuccess: () => send('succeed'), onError: () => send('fail') });
  }

  const field = (name: keyof Profile) => ({
    name,
    ...(name !== 'goals' && { maxLength: PROFILE_NAME_MAX_LENGTH }),
    value: profile[name],
    onChange: (event: { target: { value: string } }) => {
      setProfile((current) => ({ ...current, [name]: event.target.value }));
      send('edit');
    },
  });

  return (
    <Card padded aria-labelledby="about-you">
      <form
        ref={form}
        className="grid gap-5"
        aria-labelledby="about-you"
        onSubmit={(event) => {
          event.preventDefault();
          if (state !== 'saving') save();
        }}
      >
        <div>
          <h2 id="about-you" className="text-lg">
            {messages.aboutYou}
          </h2>
          <p className="mt-0.5 text-sm text-ink-3">{messages.aboutYouHint}</p>
        </div>
        <div className="grid gap-4 xs:grid-cols-2">
          <TextField
            {...field('first_name')}
            label={messages.firstName}
            autoComplete="given-name"
          />
          <TextField {...field('last_name')} label={messages.lastName} autoComplete="family-name" />
        </div>
        <TextField
          {...field('screen_name')}
          label={messages.screenName}
          hint={messages.screenNameHint}
          autoComplete="nickname"
        />
        <TextAreaField {...field('goals')} label={messages.goals} rows={6} />
        <SaveButton state={state} />
      </form>
    </Card>
  );
}

const LOOKS = {
  idle: { variant: 'primary', icon: null },
  saving: { variant: 'primary', icon: null },
  saved: { variant: 'success', icon: <Check aria-hidden size={18} /> },
  failed: { variant: 'failure', icon: <CircleAlert aria-hidden size={18} /> },
} as const;

function SaveButton({ state }: { state: SaveState }) {
  const messages = useMessages(MESSAGES);
  const { variant, icon } = LOOKS[state];
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
      <span aria-live="polite">
        <Button
          type="submit"
          variant={variant}
          icon={icon}
          busy={state === 'saving'}
          className="min-w-38"
        >
          {messages.save[state]}
        </Button>
      </span>
      {state === 'failed' && (
        <p role="alert" className="text-sm font-medium text-danger">
          {messages.saveFailed}
        </p>
      )}
    </div>
  );
}
