import type { PasscodePurpose } from '../store/flow-record.ts';

/** A change of an account that its owner is told about. */
export type Notice =
  | 'email_added'
  | 'email_removed'
  | 'primary_email_changed'
  | 'password_changed'
  | 'passkey_added'
  | 'mfa_method_added'
  | 'mfa_method_removed';

/** Why a mail has no code: nobody owns the address, or somebody does already. */
export type Attempt = 'email_login_attempted' | 'email_registration_attempted';

/** What mails say in one language. `service` is the product's name. */
export interface MailMessages {
  code: Record<
    Exclude<PasscodePurpose, Attempt>,
    { subject(service: string, code: string): string; use(service: string): string }
  >;
  validFor(minutes: number): string;
  codeNotAskedFor: string;
  attempt: Record<
    Attempt,
    { subject(service: string): string; what(service: string): string; ifYou(url: string): string }
  >;
  attemptNotYours: string;
  notice: {
    subject(service: string): string;
    what: Record<Notice, string>;
    ifNotYou(url: string): string;
  };
}

/** What mails say in English. */
export const ENGLISH: MailMessages = {
  code: {
    login: {
      subject: (service, code) => `${code} is your ${service} sign-in code`,
      use: (service) => `Use this code to sign in at ${service}:`,
    },
    recovery: {
      subject: (service, code) => `${code} is your ${service} recovery code`,
      use: (service) => `Use this code to set a new password at ${service}:`,
    },
    email_verification: {
      subject: (service, code) => `${code} is your ${service} verification code`,
      use: (service) => `Use this code to confirm your e-mail address at ${service}:`,
    },
  },
  validFor: (minutes) => `It is valid for ${minutes} minutes.`,
  codeNotAskedFor:
    'If you did not ask for it, you can ignore this mail. Never give the code to anybody.',
  attempt: {
    email_login_attempted: {
      subject: (service) => `Sign in to ${service}`,
      what: (service) =>
        `Somebody tried to sign in to ${service} with this e-mail address, but we do not recognise it.`,
      ifYou: (url) => `If it was you, create an account first: ${url}`,
    },
    email_registration_attempted: {
      subject: (service) => `You already have an account at ${service}`,
      what: (service) =>
        `Somebody tried to create an account at ${service} with this e-mail address, but it is already registered.`,
      ifYou: (url) => `If it was you, sign in instead: ${url}`,
    },
  },
  attemptNotYours: 'If it was not you, you can ignore this mail.',
  notice: {
    subject: (service) => `Your ${service} account was changed`,
    what: {
      email_added: 'An e-mail address was added to your account.',
      email_removed: 'An e-mail address was removed from your account.',
      primary_email_changed: 'The primary e-mail address of your account was changed.',
      password_changed: 'The password of your account was set or changed.',
      passkey_added: 'A passkey was added to your account.',
      mfa_method_added: 'A second sign-in step was added to your account.',
      mfa_method_removed: 'A second sign-in step was removed from your account.',
    },
    ifNotYou: (url) => `If it was not you, sign in and check your account: ${url}`,
  },
};
