import { splitDocument } from '../split/split-document.ts';
import { extractByKind } from './extract-by-kind.ts';
import {
  type Extract,
  EXTRACTION_LIMITS,
  EXTRACTION_REASONS,
  EXTRACTION_WARNINGS,
  ExtractionFailure,
  type ExtractionLimits,
  type ExtractionResult,
  type FileKind,
} from './extraction-result.ts';
import type { AskRecognition } from './recognise/recognition.ts';
import { rateRecognised } from './recognise/rate-recognised.ts';

/** Reads a file into passages in this process; whatever it holds, never rejects. */
export async function extractPassages(
  { kind, bytes }: { kind: FileKind; bytes: Uint8Array },
  limits: ExtractionLimits,
  recognise?: AskRecognition,
): Promise<ExtractionResult> {
  try {
    const { blocks, recognised, ...document } = await extractByKind(kind, bytes, limits, recognise);
    const passages = rateRecognised(splitDocument({ blocks }), recognised);
    return { ok: true, document: { ...document, passages } };
  } catch (error) {
    // Parsers throw anything at broken files; to the administrator it is all the same.
    const reason = error instanceof ExtractionFailure ? error.reason : EXTRACTION_REASONS.damaged;
    const isScan = reason === EXTRACTION_REASONS.noText && recognise === undefined;
    return { ok: false, reason, ...(isScan && { warning: EXTRACTION_WARNINGS.noRecognition }) };
  }
}

/**
 * Reads the product's own documents, which alone are Markdown, in this process, a quarter of a second sooner each; all
 * that others gave, `extract` reads behind its walls.
 */
export function readOwnAtOnce(extract: Extract): Extract {
  return async (file, signal) =>
    file.kind === 'markdown' ? extractPassages(file, EXTRACTION_LIMITS) : extract(file, signal);
}
