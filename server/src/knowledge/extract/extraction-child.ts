import { splitDocument } from '../split/split-document.ts';
import { extractByKind } from './extract-by-kind.ts';
import {
  EXTRACTION_REASONS,
  ExtractionFailure,
  type ExtractionLimits,
  type ExtractionResult,
  type FileKind,
} from './extraction-result.ts';

const [kind, limitsText] = process.argv.slice(2);

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

async function extract(): Promise<ExtractionResult> {
  try {
    const limits = JSON.parse(limitsText ?? '') as ExtractionLimits;
    const bytes = await readStandardInput();
    const { blocks, ...document } = await extractByKind(kind as FileKind, bytes, limits);
    const passages = splitDocument({ ...document, blocks });
    return { ok: true, document: { ...document, passages } };
  } catch (error) {
    // Parsers throw anything at broken files; to the administrator it is all the same.
    const reason = error instanceof ExtractionFailure ? error.reason : EXTRACTION_REASONS.damaged;
    return { ok: false, reason };
  }
}

process.send?.(await extract());
