import { deflateSync } from 'node:zlib';

/** An object of a PDF: its dictionary, and a stream when it has one. */
export interface PdfObject {
  dictionary: string;
  stream?: Buffer | string;
}

/**
 * A PDF of the given objects, numbered from 1, written by hand: what no honest library would write.
 * Object 1 is the catalogue.
 */
export function buildRawPdf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, { dictionary, stream }] of objects.entries()) {
    offsets.push(length);
    const content = stream === undefined ? undefined : Buffer.from(stream);
    const size = content === undefined ? '' : `/Length ${content.length}`;
    add(Buffer.from(`${index + 1} 0 obj\n<< ${dictionary} ${size} >>\n`));
    if (content !== undefined) {
      add(Buffer.concat([Buffer.from('stream\n'), content, Buffer.from('\nendstream\n')]));
    }
    add(Buffer.from('endobj\n'));
  }
  const start = length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  add(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const FONT: PdfObject = { dictionary: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica' };

/** A PDF of `count` pages that all draw the same content, with further objects from number 6 on. */
export function buildPages(options: {
  content: string;
  count?: number;
  catalog?: string;
  pages?: string;
  font?: PdfObject;
  more?: readonly PdfObject[];
  trailer?: string;
}): Buffer {
  const { content, count = 1, catalog = '', font = FONT, more = [], trailer } = options;
  const kids = Array.from({ length: count }, () => '3 0 R').join(' ');
  return buildRawPdf(
    [
      { dictionary: `/Type /Catalog /Pages 2 0 R ${catalog}` },
      { dictionary: options.pages ?? `/Type /Pages /Count ${count} /Kids [${kids}]` },
      {
        dictionary:
          '/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>',
      },
      { dictionary: '/Filter /FlateDecode', stream: deflateSync(content) },
      font,
      ...more,
    ],
    trailer,
  );
}

/** The drawing of one line of text. */
export function drawLine(text: string): string {
  return `BT /F1 12 Tf 60 700 Td (${text}) Tj ET`;
}
