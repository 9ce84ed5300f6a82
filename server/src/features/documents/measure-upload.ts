import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { AppError } from '../../platform/app-error.ts';
import type { ContentSniffer } from './sniff-content.ts';

/** A stream to pass an upload through, and what it found when the upload has ended. */
export interface UploadMeter {
  stream: Transform;
  measured(): { sizeBytes: number; sha256: string };
}

/**
 * Hashes and judges an upload on its way to the store. The stream fails with an AppError
 * (`file_empty`, `file_type_refused`), so that nothing refused is ever kept.
 */
export function measureUpload(sniffer: ContentSniffer): UploadMeter {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      if (sniffer.accepts(chunk)) done(null, chunk);
      else done(new AppError('file_type_refused'));
    },
    flush(done) {
      if (sizeBytes === 0) done(new AppError('file_empty'));
      else if (sniffer.acceptsWhole()) done();
      else done(new AppError('file_type_refused'));
    },
  });
  return { stream, measured: () => ({ sizeBytes, sha256: hash.digest('hex') }) };
}
