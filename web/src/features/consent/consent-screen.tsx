import { PROFILE_NAME_MAX_LENGTH } from '@pathway/contract/limits';
import type { User } from '@pathway/contract/session';
import { useReducer, useRef, useState } from 'react';
import { Navigate } from 'react-router';
import { NetworkError } from '../../lib/api-client.ts';
import { useLegalLinks } from '../../lib/language/language.ts';
import { useMessages } from '../../lib/language/messages.ts';
import { logProblem } from '../../lib/log-problem.ts';
import { usePageTitle, useWebConfig } from '../../lib/web-config.ts';
import { LoadingPage } from '../../session/guards.tsx';
import { useSession } from '../../session/session-context.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldArt, LogoMark } from '../../ui/drawings.tsx';
import { CheckboxField, FieldError, TextField } from '../../ui/fields.tsx';
import { recordConsent } from './consent-calls.ts';
import {
  consentFailureText,
  type ConsentForm as Form,
  missingFields,
  transitionConsent,
} from './consent-machine.ts';
import { MESSAGES } from './messages.ts';

/** The modal that stands before the chat until the terms are accepted. It cannot be dismissed. */
export function ConsentScreen() {
  const messages = useMessages(MESSAGES);
  const { state } = useSession();
  const { productName } = useWebConfig();
  usePageTitle(messages.pageTitle);
  if (state.status !== 'signed-in' || state.consent === 'unknown') return <LoadingPage />;
  if (state.consent === 'given') return <Navigate to="/chat" replace />;
  return (
    <main>
      <div className="on-field fixed inset-0 isolate">
        <FieldArt hashes={false} />
      </div>
      <Dialog
        labelledBy="consent-title"
        describedBy="consent-introduction"
        className="max-w-120 px-5 py-6 backdrop:bg-transparent xs:p-8"
      >
        <div className="grid gap-5">
          <LogoMark size={48} />
          <div>
            <h1 id="consent-title">{messages.heading(productName)}</h1>
            <Introduction />
          </div>
          <ConsentForm user={state.user} />
        </div>
      </Dialog>
    </main>
  );
}

function Introduction() {
  const messages = useMessages(MESSAGES);
  const { termsUrl, privacyUrl } = useLegalLinks();
  const { introduction } = messages;
  return (
    <p id="consent-introduction" className="mt-1.5 text-ink-2">
      {introduction.before}
      <a href={termsUrl} target="_blank" rel="noopener noreferrer">
        {introduction.terms}
      </a>
      {introduction.and}
      <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
        {introduction.privacy}
      </a>
      {introduction.after}
    </p>
  );
}

const EMPTY: Form = { accepted: false, firstName: '', lastName: '', email: '' };
const ACCEPT_ERROR = 'consent-accept-error';

function ConsentForm({ user }: { user: User }) {
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

const FIELDS_ERROR = 'consent-fields-error';

interface ContactFieldsProps {
  form: Form;
  change: (part: Partial<Form>) => void;
  isRefused: boolean;
}

/** Name and e-mail, which only the public tier is asked for. */
function ContactFields({ form, change, isRefused }: ContactFieldsProps) {
  const messages = useMessages(MESSAGES);
  const missing = isRefused ? missingFields(form) : [];
  const field = (name: 'firstName' | 'lastName' | 'email') => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    invalid: missing.includes(name),
    errorId: FIELDS_ERROR,
  });
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 xs:grid-cols-2">
        <TextField
          {...field('firstName')}
          label={messages.firstName}
          autoComplete="given-name"
          maxLength={PROFILE_NAME_MAX_LENGTH}
          data-autofocus
        />
        <TextField
          {...field('lastName')}
          label={messages.lastName}
          autoComplete="family-name"
          maxLength={PROFILE_NAME_MAX_LENGTH}
        />
      </div>
      <TextField {...field('email')} label={messages.email} type="email" autoComplete="email" />
      {isRefused && <FieldError id={FIELDS_ERROR}>{messages.fieldsMissing}</FieldError>}
    </div>
  );
}
