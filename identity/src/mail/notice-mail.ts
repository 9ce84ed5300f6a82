import { renderMail, type Mail } from './mail.ts';

/** A change of an account that its owner is told about. */
export type Notice = 'email_added' | 'email_removed' | 'primary_email_changed';

const sentences: Record<Notice, string> = {
  email_added: 'An e-mail address was added to your account.',
  email_removed: 'An e-mail address was removed from your account.',
  primary_email_changed: 'The primary e-mail address of your account was changed.',
};

/** Tells the owner of an account about a change. */
export function noticeMail(
  to: string,
  notice: Notice,
  { serviceName, publicUrl }: { serviceName: string; publicUrl: string },
): Mail {
  return renderMail(to, {
    subject: `Your ${serviceName} account was changed`,
    before: [sentences[notice]],
    after: [`If it was not you, sign in and check your account: ${publicUrl}/profile`],
  });
}
