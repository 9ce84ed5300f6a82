import { fromBufferPromise, type Entry } from 'yauzl';
import { ARCHIVE_LIMITS } from '../extraction-limits.ts';
import { EXTRACTION_REASONS, ExtractionFailure } from '../extraction-result.ts';

const UNIX_TYPE_MASK = 0o170000;
const UNIX_SYMLINK = 0o120000;

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
