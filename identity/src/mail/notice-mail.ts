import { renderMail, type Mail } from './mail.ts';

/** A change of an account that its owner is told about. */
export type Notice =
  | 'email_added'
  | 'email_removed'
  | 'primary_email_changed'
  | 'password_changed'
  | 'passkey_added'
  | 'mfa_method_added'
  | 'mfa_method_removed';

const sentences: Record<Notice, string> = {
  email_added: 'An e-mail address was added to your account.',
  email_removed: 'An e-mail address was removed from your account.',
  primary_email_changed: 'The primary e-mail address of your account was changed.',
  password_changed: 'The password of your account was set or changed.',
  passkey_added: 'A passkey was added to your account.',
  mfa_method_added: 'A second sign-in step was added to your account.',
  mfa_method_removed: 'A second sign-in step was removed from your account.',
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
