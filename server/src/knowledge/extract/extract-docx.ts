import mammoth from 'mammoth';
import { type Entry, fromBufferPromise } from 'yauzl';
import {
  ARCHIVE_LIMITS,
  type ExtractedDocument,
  EXTRACTION_REASONS,
  ExtractionFailure,
} from './extraction-result.ts';
import { openDocx } from './open-docx.ts';
import { readHtmlBlocks } from './read-html-blocks.ts';

/** An Office file in this old container is either encrypted or no `.docx` at all. */
const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');

const UNIX_TYPE_MASK = 0o170000;
const UNIX_SYMLINK = 0o120000;

/**
 * The text of a Word document, footnotes and text boxes included, with tracked changes as accepted.
 *
 * @throws ExtractionFailure
 */
export async function extractDocx(bytes: Uint8Array): Promise<ExtractedDocument> {
  const buffer = Buffer.from(bytes);
  if (buffer.subarray(0, OLE_SIGNATURE.length).equals(OLE_SIGNATURE)) {
    const isEncrypted = buffer.includes(ENCRYPTED_STREAM);
    throw new ExtractionFailure(EXTRACTION_REASONS[isEncrypted ? 'password' : 'damaged']);
  }
  await checkArchive(bytes);
  // The library takes an opened file as well, which its types do not tell.
  const input = { file: await openDocx(bytes), buffer: undefined } as unknown as { buffer: Buffer };
  const { value } = await mammoth.convertToHtml(input, {
    styleMap: ["p[style-name='Title'] => h1.title:fresh", "p[style-name='Subtitle'] => p:fresh"],
    convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
  });
  const blocks = readHtmlBlocks(value);
  const title = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  return { title: title?.text ?? '', blocks };
}

/**
 * Refuses a ZIP archive that would take too much when unpacked. It counts the bytes that really come
 * out, not those that the archive claims, and keeps none of them.
 *
 * @throws ExtractionFailure
 */
export async function checkArchive(bytes: Uint8Array): Promise<void> {
  const archive = await fromBufferPromise(Buffer.from(bytes));
  if (archive.entryCount > ARCHIVE_LIMITS.entries) {
    throw new ExtractionFailure(EXTRACTION_REASONS.tooMuchMemory);
  }
  const maxInflated = Math.min(ARCHIVE_LIMITS.inflatedBytes, bytes.length * ARCHIVE_LIMITS.ratio);
  let inflated = 0;
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) throw new ExtractionFailure(EXTRACTION_REASONS.password);
    if (isSymlink(entry)) throw new ExtractionFailure(EXTRACTION_REASONS.damaged);
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      inflated += (chunk as Buffer).length;
      if (inflated > maxInflated) throw new ExtractionFailure(EXTRACTION_REASONS.tooMuchMemory);
    }
  }
}

function isSymlink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & UNIX_TYPE_MASK) === UNIX_SYMLINK;
}
