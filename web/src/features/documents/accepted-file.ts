import { UPLOAD_EXTENSIONS } from '@pathway/contract/limits';

/** The file when its name ends as an accepted type does, else null. */
export function acceptedFile(file: File | undefined): File | null {
  const name = file?.name.toLowerCase() ?? '';
  return file && UPLOAD_EXTENSIONS.some((extension) => name.endsWith(extension)) ? file : null;
}
