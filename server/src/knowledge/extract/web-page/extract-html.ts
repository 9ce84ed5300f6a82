import type { ExtractedDocument } from '../extraction-result.ts';
import { decodePage } from './decode-page.ts';
import { readPage } from './read-page.ts';

/** A page that somebody saved: its text without what surrounds it, as of a page of a site. */
export function extractHtml(bytes: Uint8Array): ExtractedDocument {
  const { title, blocks, removed = [] } = readPage('html', Buffer.from(decodePage(bytes, '')));
  return { title, blocks, removed };
}
