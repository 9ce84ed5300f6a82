import { createExtractor } from './create-extractor.ts';
import type { Extract } from './extraction-result.ts';
import { createTesseract } from './recognise/create-tesseract.ts';

/** What reads files, with the program that recognises scanned pages where the settings name one. */
export function openExtractor({
  recogniser,
}: {
  recogniser: Parameters<typeof createTesseract>[0] | undefined;
}): Extract {
  return createExtractor({ recognise: recogniser && createTesseract(recogniser).recognise });
}
