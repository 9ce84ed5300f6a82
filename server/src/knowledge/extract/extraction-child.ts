import type { ExtractionLimits, FileKind } from './extraction-result.ts';
import { extractPassages } from './extract-passages.ts';
import type { AskRecognition, RecognisedWord } from './recognise/recognition.ts';

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

const file = { kind: kind as FileKind, bytes: await readStandardInput() };
const limits = JSON.parse(limitsText ?? '') as ExtractionLimits;
process.send?.(await extractPassages(file, limits, recognise));
