import { SAVED_LABEL_MS } from '@pathway/contract/limits';
import type { Profile } from '@pathway/contract/profile';
import { useEffect, useReducer, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { useSaveProfile } from './profile-calls.ts';
import { transitionSave } from './profile-machine.ts';
import { SaveButton } from './save-button.tsx';

export function ProfileForm({ initialValue }: { initialValue: Profile }) {
  const messages = useMessages(MESSAGES);
  const [profile, setProfile] = useState(initialValue);
  const [state, send] = useReducer(transitionSave, 'idle');
  const { mutate } = useSaveProfile();

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
    value: profile[name],
    onChange: (event: { target: { value: string } }) => {
      setProfile((current) => ({ ...current, [name]: event.target.value }));
      send('edit');
    },
  });

  return (
    <Card padded aria-labelledby="about-you">
      <form
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
