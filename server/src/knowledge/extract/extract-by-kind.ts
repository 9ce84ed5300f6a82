import { checkText } from './check-text.ts';
import { cleanDocument } from './clean-document.ts';
import { extractDocx } from './docx/extract-docx.ts';
import type { ExtractedDocument } from './extracted-document.ts';
import type { ExtractionLimits } from './extraction-limits.ts';
import { EXTRACTION_REASONS, ExtractionFailure, type FileKind } from './extraction-result.ts';
import { extractMarkdown } from './markdown/extract-markdown.ts';
import { extractPdf } from './pdf/extract-pdf.ts';
import { extractText } from './text/extract-text.ts';

/** Reads a file in this process. @throws ExtractionFailure when it cannot be read. */
export async function extractByKind(
  kind: FileKind,
  bytes: Uint8Array,
  limits: ExtractionLimits,
): Promise<ExtractedDocument> {
  if (bytes.length === 0) throw new ExtractionFailure(EXTRACTION_REASONS.empty);
  const document = await readKind(kind, bytes, limits);
  checkText(document, limits.characters);
  return cleanDocument(document);
}

function readKind(
  kind: FileKind,
  bytes: Uint8Array,
  limits: ExtractionLimits,
): Promise<ExtractedDocument> | ExtractedDocument {
  switch (kind) {
    case 'pdf':
      return extractPdf(bytes, limits);
    case 'docx':
      return extractDocx(bytes);
    case 'txt':
      return extractText(bytes);
    case 'markdown':
      return extractMarkdown(bytes);
  }
}
