import { detect } from 'jschardet';
import { EXTRACTION_REASONS, ExtractionFailure } from '../extraction-result.ts';

const SAMPLE_BYTES = 64 * 1024;
const BYTE_ORDER_MARKS: readonly { encoding: string; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/**
 * Text of a file in whatever encoding it has: by its byte order mark, then by where UTF-16 leaves its
 * zero bytes, then UTF-8 if it is valid, then by a guess at the language.
 *
 * @throws ExtractionFailure `damaged` when the bytes are no text.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find((mark) =>
    mark.bytes.every((byte, index) => bytes[index] === byte),
  );
  const encoding = marked?.encoding ?? guessUtf16(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return refuseBinary(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof ExtractionFailure) throw error;
    return refuseBinary(new TextDecoder(guessLegacyEncoding(bytes)).decode(bytes));
  }
}

/** English text in UTF-16 has a zero in nearly every second byte, always on the same side. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const pairs = Math.floor(sample.length / 2);
  let evenZeros = 0;
  let oddZeros = 0;
  for (let index = 0; index < pairs * 2; index += 2) {
    if (sample[index] === 0) evenZeros++;
    if (sample[index + 1] === 0) oddZeros++;
  }
  if (oddZeros > pairs * 0.4 && evenZeros < pairs * 0.05) return 'utf-16le';
  if (evenZeros > pairs * 0.4 && oddZeros < pairs * 0.05) return 'utf-16be';
  return undefined;
}

function guessLegacyEncoding(bytes: Uint8Array): string {
  const { encoding } = detect(Buffer.from(bytes.subarray(0, SAMPLE_BYTES)));
  try {
    // The guess may be a name that only Python knows.
    return new TextDecoder(encoding ?? 'windows-1252').encoding;
  } catch {
    return 'windows-1252';
  }
}

function refuseBinary(text: string): string {
  if (text.includes('\0')) throw new ExtractionFailure(EXTRACTION_REASONS.damaged);
  return text;
}
