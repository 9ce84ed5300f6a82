import type { PasscodePurpose } from '../engine/flow-record.ts';
import { messagesIn } from './language.ts';
import { renderMail, type Mail, type Recipient } from './mail.ts';
import type { Attempt } from './messages.ts';

type Given = { serviceName: string; publicUrl: string; code: string; ttlSeconds: number };

/** The mail for a purpose; the `…_attempted` ones do not contain the code. */
export function passcodeMail(recipient: Recipient, purpose: PasscodePurpose, given: Given): Mail {
  if (isAttempt(purpose)) return attemptMail(recipient, purpose, given);
  const { serviceName, code, ttlSeconds } = given;
  const messages = messagesIn(recipient.language);
  const { subject, use } = messages.code[purpose];
  return renderMail(recipient, {
    subject: subject(serviceName, code),
    before: [use(serviceName)],
    code,
    after: [messages.validFor(Math.ceil(ttlSeconds / 60)), messages.codeNotAskedFor],
  });
}

function attemptMail(
  recipient: Recipient,
  attempt: Attempt,
  { serviceName, publicUrl }: Given,
): Mail {
  const messages = messagesIn(recipient.language);
  const { subject, what, ifYou } = messages.attempt[attempt];
  return renderMail(recipient, {
    subject: subject(serviceName),
    before: [what(serviceName)],
    after: [ifYou(`${publicUrl}/login`), messages.attemptNotYours],
  });
}

function isAttempt(purpose: PasscodePurpose): purpose is Attempt {
  return purpose === 'email_login_attempted' || purpose === 'email_registration_attempted';
}
