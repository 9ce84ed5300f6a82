import type { PasscodePurpose } from '../store/flow-record.ts';
import { SPANISH } from './messages.es.ts';
import { type Attempt, ENGLISH, type MailMessages, type Notice } from './messages.ts';

interface Given {
  serviceName: string;
  publicUrl: string;
  code: string;
  ttlSeconds: number;
}

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
    after: [
      ifYou(`${publicUrl}/login${LEADS_TO[attempt]}${encodeURIComponent(recipient.to)}`),
      messages.attemptNotYours,
    ],
  });
}

/**
 * What the page opens with the address filled in. It stands in the fragment, which no server sees, so
 * that no log holds it.
 */
const LEADS_TO: Record<Attempt, string> = {
  email_login_attempted: '#sign-up=',
  email_registration_attempted: '#sign-in=',
};

function isAttempt(purpose: PasscodePurpose): purpose is Attempt {
  return purpose === 'email_login_attempted' || purpose === 'email_registration_attempted';
}

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

/** A mail ready to be handed over. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** What a mail says; paragraphs are plain text, `code` stands on a line of its own. */
interface MailText {
  subject: string;
  before: string[];
  code?: string;
  after: string[];
}

/** To whom a mail goes, and in which language it is written. */
interface Recipient {
  to: string;
  language: Language;
}

/** Renders plain text and HTML from the same words. */
function renderMail({ to, language }: Recipient, { subject, before, code, after }: MailText): Mail {
  const text = [...before, ...(code ? [code] : []), ...after].join('\n\n') + '\n';
  const html = [
    `<!doctype html><html lang="${language}">`,
    '<body style="font-family:sans-serif;line-height:1.5">',
    ...before.map(paragraph),
    ...(code ? [`<p style="font-size:28px;letter-spacing:6px"><b>${escape(code)}</b></p>`] : []),
    ...after.map(paragraph),
    '</body></html>',
  ].join('\n');
  return { to, subject, text, html };
}

/** An address at its end becomes a link. */
function paragraph(text: string): string {
  return `<p>${escape(text).replace(/https?:\S+$/, '<a href="$&">$&</a>')}</p>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const MESSAGES = { en: ENGLISH, es: SPANISH } satisfies Record<string, MailMessages>;

/** A language that mails are written in. */
export type Language = keyof typeof MESSAGES;

/** What mails say in a language. */
function messagesIn(language: Language): MailMessages {
  return MESSAGES[language];
}

/**
 * The language that `X-Language` asks for, English where no mail is written in it; on some calls
 * the widget sends the text `undefined`.
 */
export function readLanguage(asked: string | string[] | undefined): Language {
  return typeof asked === 'string' && isLanguage(asked) ? asked : 'en';
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(MESSAGES, text);
}
