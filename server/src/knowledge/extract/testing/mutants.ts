import { createRandom } from '../../testing/create-random.ts';
import type { FileKind } from '../extraction-result.ts';
import { buildDocx, docxParagraph, docxTable } from './build-docx.ts';
import { buildPages, drawLine } from './build-raw-pdf.ts';

/** A small honest file with some of its bytes changed. `html` is for the reader of web pages. */
export interface Mutant {
  kind: Exclude<FileKind, 'markdown'> | 'html';
  bytes: Buffer;
}

const TEXT = 'A grant is free money. Café owners’ sons (and daughters) apply by June 30, 2027.';
const MAX_CHANGES = 12;

/** Broken files in turn of each kind, the same for the same seed: bytes flipped, cut out, doubled or cut off. */
export function* makeMutants(count: number, seed: number): Generator<Mutant> {
  const random = createRandom(seed);
  const honest: readonly Mutant[] = [
    {
      kind: 'pdf',
      bytes: buildPages({ content: drawLine(TEXT.replaceAll(/[()’é]/g, '')), count: 3 }),
    },
    {
      kind: 'docx',
      bytes: buildDocx(
        docxParagraph(TEXT) +
          docxTable([
            ['Division', 'GPA'],
            ['D1', '2.3'],
          ]),
      ),
    },
    {
      kind: 'html',
      bytes: Buffer.from(
        `<html><head><title>Aid</title><meta charset="utf-8"></head><body><main><h1>Aid</h1><p>${TEXT}</p><table><tr><th>Year</th></tr><tr><td>2027</td></tr></table></main></body></html>`,
      ),
    },
    { kind: 'txt', bytes: Buffer.from(`AID\n\n${TEXT}\n\n- one\n- two\n`) },
  ];
  for (let index = 0; index < count; index++) {
    const file = honest[index % honest.length];
    if (file !== undefined) yield { kind: file.kind, bytes: mutate(file.bytes, random) };
  }
}

function mutate(bytes: Buffer, random: () => number): Buffer {
  let mutant = Buffer.from(bytes);
  const place = () => Math.floor(random() * mutant.length);
  const changes = 1 + Math.floor(random() * MAX_CHANGES);
  for (let change = 0; change < changes && mutant.length > 1; change++) {
    const [at, kind] = [place(), random()];
    if (kind < 0.7) mutant[at] = Math.floor(random() * 256);
    else if (kind < 0.8) mutant = Buffer.concat([mutant.subarray(0, at), mutant.subarray(at + 1)]);
    else if (kind < 0.95)
      mutant = Buffer.concat([mutant.subarray(0, at), mutant.subarray(Math.floor(at / 2))]);
    else mutant = mutant.subarray(0, at);
  }
  return mutant;
}
