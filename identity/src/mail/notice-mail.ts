import { messagesIn } from './language.ts';
import { renderMail, type Mail, type Recipient } from './mail.ts';
import type { Notice } from './messages.ts';

/** Tells the owner of an account about a change. */
export function noticeMail(
  recipient: Recipient,
  changed: Notice,
  { serviceName, publicUrl }: { serviceName: string; publicUrl: string },
): Mail {
  const { notice } = messagesIn(recipient.language);
  return renderMail(recipient, {
    subject: notice.subject(serviceName),
    before: [notice.what[changed]],
    after: [notice.ifNotYou(`${publicUrl}/profile`)],
  });
}
