import type { User } from '@pathway/contract/session';
import { useReducer, useRef, useState } from 'react';
import { NetworkError } from '../../lib/network-error.ts';
import { useWebConfig } from '../../lib/web-config-context.ts';
import { useSession } from '../../session/session-context.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { FieldError } from '../../ui/field-error.tsx';
import { recordConsent } from './consent-calls.ts';
import {
  type ConsentForm as Form,
  consentFailureText,
  missingFields,
  transitionConsent,
} from './consent-machine.ts';
import { ContactFields } from './contact-fields.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { logProblem } from '../../lib/log-problem.ts';

const EMPTY: Form = { accepted: false, firstName: '', lastName: '', email: '' };
const ACCEPT_ERROR = 'consent-accept-error';

export function ConsentForm({ user }: { user: User }) {
  const messages = useMessages(MESSAGES);
  const { consentVersion } = useWebConfig();
  const { acceptConsent } = useSession();
  const [form, setForm] = useState(EMPTY);
  const [state, send] = useReducer(transitionConsent, { status: 'idle' });
  const ref = useRef<HTMLFormElement>(null);
  const { tier } = user;
  const change = (part: Partial<Form>) => setForm((current) => ({ ...current, ...part }));

  async function submit() {
    const submitted = { type: 'submitted', form, tier } as const;
    send(submitted);
    const next = transitionConsent(state, submitted);
    if (next.status !== 'submitting')
      return focusFirstInvalid(ref.current, form, tier === 'public');
    try {
      await recordConsent(user, consentVersion, form);
      acceptConsent();
    } catch (error) {
      logProblem('The consent was not recorded.', error);
      send({
        type: 'failed',
        text: consentFailureText(messages, tier, !(error instanceof NetworkError)),
      });
    }
  }

  return (
    <form
      ref={ref}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (state.status !== 'submitting') void submit();
      }}
    >
      {state.status === 'failed' && <Alert tone="danger">{state.text}</Alert>}
      {tier === 'public' && (
        <ContactFields form={form} change={change} isRefused={state.status === 'fields-missing'} />
      )}
      <div className="grid gap-2.5">
        <CheckboxField
          name="accepted"
          data-autofocus={tier === 'public' ? undefined : true}
          label={messages.accept}
          checked={form.accepted}
          onChange={(event) => change({ accepted: event.target.checked })}
          invalid={state.status === 'not-accepted'}
          errorId={ACCEPT_ERROR}
        />
        {state.status === 'not-accepted' && (
          <FieldError id={ACCEPT_ERROR}>{messages.mustAccept}</FieldError>
        )}
      </div>
      <Button
        type="submit"
        variant="primary"
        busy={state.status === 'submitting'}
        busyLabel={messages.submitting}
      >
        {messages.continue}
      </Button>
    </form>
  );
}

function focusFirstInvalid(element: HTMLFormElement | null, form: Form, isPublic: boolean): void {
  const name = (isPublic && missingFields(form)[0]) || 'accepted';
  element?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
}
