import { cleanDocument } from './clean-document.ts';
import type { ExtractedDocument } from './extracted-document.ts';
import type { ExtractionLimits } from './extraction-limits.ts';
import { EXTRACTION_REASONS, ExtractionFailure, type FileKind } from './extraction-result.ts';
import { judgeText } from './quality/judge-text.ts';
import { repairGlyphs } from './quality/repair-glyphs.ts';

/** Reads a file in this process. @throws ExtractionFailure when it cannot be read. */
export async function extractByKind(
  kind: FileKind,
  bytes: Uint8Array,
  limits: ExtractionLimits,
): Promise<ExtractedDocument> {
  if (bytes.length === 0) throw new ExtractionFailure(EXTRACTION_REASONS.empty);
  const document = await readKind(kind, bytes, limits);
  const odd = judgeText(document.blocks, limits.characters);
  const warning = [document.warning, odd].filter(Boolean).join(' ');
  const clean = cleanDocument({ ...document, ...(warning === '' ? {} : { warning }) });
  return { ...clean, blocks: repairGlyphs(clean.blocks) };
}

/** Each parser is loaded when it is needed: a process reads one file and ends. */
async function readKind(
  kind: FileKind,
  bytes: Uint8Array,
  limits: ExtractionLimits,
): Promise<ExtractedDocument> {
  switch (kind) {
    case 'pdf':
      return (await import('./pdf/extract-pdf.ts')).extractPdf(bytes, limits);
    case 'docx':
      return (await import('./docx/extract-docx.ts')).extractDocx(bytes);
    case 'txt':
      return (await import('./text/extract-text.ts')).extractText(bytes);
    case 'markdown':
      return (await import('./markdown/extract-markdown.ts')).extractMarkdown(bytes);
  }
}
