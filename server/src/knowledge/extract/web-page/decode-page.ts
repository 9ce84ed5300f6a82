import { decodeText } from '../extract-text.ts';

/** How far into a page its `meta charset` is looked for (HTML, 13.2.3.2). */
const SNIFFED_BYTES = 1_024;

/**
 * Text of a page: in the encoding that its headers name, or the page itself, when the bytes are valid
 * in it; else UTF-8 when they are that, else what browsers take in the West.
 *
 * @throws ExtractionFailure when the bytes are no text.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  // A zero byte belongs to UTF-16 or to no text at all.
  if (bytes.includes(0)) return decodeText(bytes);
  const head = Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1');
  const named = [contentType, /<meta[^>]*charset[^>]*>/i.exec(head)?.[0]].map(findCharset);
  for (const label of [...named, 'utf-8']) {
    const text = label === undefined ? undefined : decodeExactly(bytes, label);
    if (text !== undefined) return text;
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

function findCharset(text: string | undefined): string | undefined {
  return /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text ?? '')?.[1];
}

function decodeExactly(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // An unknown name, or bytes that are something else: the next source of a name decides.
    return undefined;
  }
}
