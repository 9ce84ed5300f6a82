import { SPANISH } from './messages.es.ts';
import { ENGLISH, type MailMessages } from './messages.ts';

const messages = { en: ENGLISH, es: SPANISH } satisfies Record<string, MailMessages>;

/** A language that mails are written in. */
export type Language = keyof typeof messages;

/** What mails say in a language. */
export function messagesIn(language: Language): MailMessages {
  return messages[language];
}

/**
 * The language that `X-Language` asks for, English where no mail is written in it; on some calls
 * the widget sends the text `undefined`.
 */
export function readLanguage(asked: string | string[] | undefined): Language {
  return typeof asked === 'string' && isLanguage(asked) ? asked : 'en';
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(messages, text);
}
