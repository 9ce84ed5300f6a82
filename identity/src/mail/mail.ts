import type { Language } from './language.ts';

/** A mail ready to be handed over. */
export type Mail = { to: string; subject: string; text: string; html: string };

/** What a mail says; paragraphs are plain text, `code` stands on a line of its own. */
export type MailText = { subject: string; before: string[]; code?: string; after: string[] };

/** To whom a mail goes, and in which language it is written. */
export type Recipient = { to: string; language: Language };

/** Renders plain text and HTML from the same words. */
export function renderMail(
  { to, language }: Recipient,
  { subject, before, code, after }: MailText,
): Mail {
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

function paragraph(text: string): string {
  return `<p>${escape(text)}</p>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
