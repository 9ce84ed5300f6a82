import type { PasscodePurpose } from '../engine/flow-record.ts';
import { renderMail, type Mail, type MailText } from './mail.ts';

type Given = { serviceName: string; publicUrl: string; code: string; ttlSeconds: number };

const texts: Record<PasscodePurpose, (given: Given) => MailText> = {
  login: (given) => withCode(given, 'sign-in code', `Use this code to sign in`),
  recovery: (given) => withCode(given, 'recovery code', `Use this code to set a new password`),
  email_verification: (given) =>
    withCode(given, 'verification code', `Use this code to confirm your e-mail address`),
  email_login_attempted: ({ serviceName, publicUrl }) => ({
    subject: `Sign in to ${serviceName}`,
    before: [
      `Somebody tried to sign in to ${serviceName} with this e-mail address, but we do not recognise it.`,
    ],
    after: [
      `If it was you, create an account first: ${publicUrl}/login`,
      'If it was not you, you can ignore this mail.',
    ],
  }),
  email_registration_attempted: ({ serviceName, publicUrl }) => ({
    subject: `You already have an account at ${serviceName}`,
    before: [
      `Somebody tried to create an account at ${serviceName} with this e-mail address, but it is already registered.`,
    ],
    after: [
      `If it was you, sign in instead: ${publicUrl}/login`,
      'If it was not you, you can ignore this mail.',
    ],
  }),
};

/** The mail for a purpose; the `…_attempted` ones do not contain the code. */
export function passcodeMail(to: string, purpose: PasscodePurpose, given: Given): Mail {
  return renderMail(to, texts[purpose](given));
}

function withCode({ serviceName, code, ttlSeconds }: Given, name: string, use: string): MailText {
  return {
    subject: `${code} is your ${serviceName} ${name}`,
    before: [`${use} at ${serviceName}:`],
    code,
    after: [
      `It is valid for ${Math.ceil(ttlSeconds / 60)} minutes.`,
      'If you did not ask for it, you can ignore this mail. Never give the code to anybody.',
    ],
  };
}
