import { cleanDocument, repairGlyphs } from './clean-document.ts';
import {
  type ExtractedDocument,
  EXTRACTION_REASONS,
  ExtractionFailure,
  type ExtractionLimits,
  type FileKind,
} from './extraction-result.ts';
import { judgeText } from './judge-text.ts';
import type { AskRecognition } from './recognise/recognition.ts';

/** Reads a file in this process. @throws ExtractionFailure when it cannot be read. */
export async function extractByKind(
  kind: FileKind,
  bytes: Uint8Array,
  limits: ExtractionLimits,
  recognise?: AskRecognition,
): Promise<ExtractedDocument> {
  if (bytes.length === 0) throw new ExtractionFailure(EXTRACTION_REASONS.empty);
  const document = await readKind(kind, bytes, limits, recognise);
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
  recognise: AskRecognition | undefined,
): Promise<ExtractedDocument> {
  switch (kind) {
    case 'pdf':
      return (await import('./pdf/extract-pdf.ts')).extractPdf(bytes, limits, recognise);
    case 'docx':
      return (await import('./extract-docx.ts')).extractDocx(bytes);
    case 'txt':
      return (await import('./extract-text.ts')).extractText(bytes);
    case 'html':
      return (await import('./web-page/extract-html.ts')).extractHtml(bytes);
    case 'eml':
      return (await import('./extract-mail.ts')).extractMail(bytes);
    case 'markdown':
      return (await import('./extract-markdown.ts')).extractMarkdown(bytes);
  }
}
