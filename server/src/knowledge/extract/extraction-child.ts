import { splitDocument } from '../split/split-document.ts';
import { extractByKind } from './extract-by-kind.ts';
import {
  EXTRACTION_REASONS,
  EXTRACTION_WARNINGS,
  ExtractionFailure,
  type ExtractionLimits,
  type ExtractionResult,
  type FileKind,
} from './extraction-result.ts';
import type { AskRecognition, RecognisedWord } from './recognise/recognition.ts';
import { rateRecognised } from './recognise/rate-recognised.ts';

const [kind, limitsText, recognition] = process.argv.slice(2);

/** The process that started this one has the program; this one may start none. */
const askParent: AskRecognition = (image) =>
  new Promise((resolve) => {
    process.once('message', (reply: { words?: RecognisedWord[] }) => resolve(reply.words));
    process.send?.({ image });
  });
const recognise = recognition === 'recognise' ? askParent : undefined;

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

async function extract(): Promise<ExtractionResult> {
  try {
    const limits = JSON.parse(limitsText ?? '') as ExtractionLimits;
    const bytes = await readStandardInput();
    const { blocks, recognised, ...document } = await extractByKind(
      kind as FileKind,
      bytes,
      limits,
      recognise,
    );
    const passages = rateRecognised(splitDocument({ blocks }), recognised);
    return { ok: true, document: { ...document, passages } };
  } catch (error) {
    // Parsers throw anything at broken files; to the administrator it is all the same.
    const reason = error instanceof ExtractionFailure ? error.reason : EXTRACTION_REASONS.damaged;
    const isScan = reason === EXTRACTION_REASONS.noText && recognise === undefined;
    return { ok: false, reason, ...(isScan && { warning: EXTRACTION_WARNINGS.noRecognition }) };
  }
}

process.send?.(await extract());
