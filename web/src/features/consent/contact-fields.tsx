import { FieldError } from '../../ui/field-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type ConsentForm, missingFields } from './consent-machine.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

const FIELDS_ERROR = 'consent-fields-error';

interface ContactFieldsProps {
  form: ConsentForm;
  change: (part: Partial<ConsentForm>) => void;
  isRefused: boolean;
}

/** Name and e-mail, which only the public tier is asked for. */
export function ContactFields({ form, change, isRefused }: ContactFieldsProps) {
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
          data-autofocus
        />
        <TextField {...field('lastName')} label={messages.lastName} autoComplete="family-name" />
      </div>
      <TextField {...field('email')} label={messages.email} type="email" autoComplete="email" />
      {isRefused && <FieldError id={FIELDS_ERROR}>{messages.fieldsMissing}</FieldError>}
    </div>
  );
}
