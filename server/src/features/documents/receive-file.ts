import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';

/** A file while it is still arriving. */
export interface ArrivingFile {
  filename: string;
  /** Fails with `file_too_large` at the size limit and with `malformed_upload` when cut off. */
  content: AsyncIterable<Buffer>;
}

/**
 * The file of a multipart form, in the field `file`.
 *
 * @throws AppError `unsupported_media_type`, `file_missing`, `malformed_upload`
 */
export async function receiveFile(request: FastifyRequest): Promise<ArrivingFile> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type');
  const part = await request.file().catch((error: unknown) => {
    throw new AppError('malformed_upload', { cause: error });
  });
  if (part === undefined || part.fieldname !== 'file' || part.filename === '') {
    part?.file.resume();
    throw new AppError('file_missing');
  }
  return { filename: part.filename, content: readPart(part.file) };
}

async function* readPart(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw new AppError('malformed_upload', { cause: error });
  }
  if (file.truncated) throw new AppError('file_too_large');
}
