import PostalMime from 'postal-mime';
import type { TextBlock } from '../split/split-document.ts';
import { extractText } from './extract-text.ts';
import {
  type ExtractedDocument,
  EXTRACTION_REASONS,
  EXTRACTION_WARNINGS,
  ExtractionFailure,
} from './extraction-result.ts';
import { readPage } from './web-page/read-page.ts';

/** Pictures and signatures come with every mail; whoever attaches a file means it to be read. */
const SAYS_SOMETHING = /^(?:text|application)\/(?!pkcs7|pgp|ms-tnef)/i;

/**
 * A mail as a program saved it: its subject over its text, and its day. Who wrote it is nobody's answer, and stays out.
 * Attachments are not read, and a warning says so.
 *
 * @throws ExtractionFailure `damaged` when it is no mail.
 */
export async function extractMail(bytes: Uint8Array): Promise<ExtractedDocument> {
  const mail = await PostalMime.parse(bytes);
  const { subject = '', from, date, text = '', html = '', attachments, headers } = mail;
  if (from === undefined && date === undefined && subject === '') {
    throw new ExtractionFailure(EXTRACTION_REASONS.damaged);
  }
  const isSilent = attachments.every(({ mimeType }) => !SAYS_SOMETHING.test(mimeType));
  const asOf = readDay(headers.find(({ key }) => key === 'date')?.value);
  return {
    title: subject,
    ...(asOf === undefined ? {} : { asOf }),
    blocks: [
      ...(subject === '' ? [] : [{ kind: 'heading' as const, level: 1, text: subject }]),
      ...readBody(text, html).map(deepen),
    ],
    ...(isSilent ? {} : { warning: EXTRACTION_WARNINGS.attachments }),
  };
}

/** The day in a `Date` header such as `Fri, 20 Nov 2026 23:10:00 -0600`, as it was where the mail was written. */
function readDay(header = ''): string | undefined {
  const midnight = new Date(header.replace(/\d{1,2}:\d\d.*$/s, '00:00 UTC'));
  return Number.isNaN(midnight.valueOf()) ? undefined : midnight.toISOString().slice(0, 10);
}

/** Plain text is what its writer saw, where there is any. */
function readBody(text: string, html: string): TextBlock[] {
  if (text.trim() !== '') return extractText(Buffer.from(text)).blocks;
  return html.trim() === '' ? [] : readPage('html', Buffer.from(html)).blocks;
}

/** The subject stands over all headings. */
function deepen(block: TextBlock): TextBlock {
  return block.kind === 'heading' ? { ...block, level: (block.level ?? 1) + 1 } : block;
}
