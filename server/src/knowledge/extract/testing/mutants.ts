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
const MAX_CHANGES = 8;
/** Of the mutants this share is also cut off, or has a part cut out or doubled. */
const STRUCTURAL_SHARE = 0.25;

/** Broken files in turn of each kind, the same for the same seed: bytes flipped, cut out, doubled or cut off. */
export function* makeMutants(count: number, seed: number): Generator<Mutant> {
  const random = createRandom(seed);
  const honest: readonly Mutant[] = [
    {
      kind: 'pdf',
      bytes: buildPages({ content: drawLine(TEXT.replaceAll(/[()’é]/g, '')) }),
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
  const index = () => Math.floor(random() * mutant.length);
  const changes = 1 + Math.floor(random() * MAX_CHANGES);
  for (let change = 0; change < changes; change++) mutant[index()] = Math.floor(random() * 256);
  if (random() > STRUCTURAL_SHARE) return mutant;
  const [from, to] = [index(), index()].toSorted((a, b) => a - b);
  const kind = random();
  if (kind < 0.3) mutant = mutant.subarray(0, to);
  else if (kind < 0.6) mutant = Buffer.concat([mutant.subarray(0, from), mutant.subarray(to)]);
  else mutant = Buffer.concat([mutant.subarray(0, to), mutant.subarray(from)]);
  return mutant;
}
