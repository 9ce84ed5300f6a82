import { deflateSync } from 'node:zlib';
import { buildRawPdf, type PdfObject } from './build-raw-pdf.ts';

/** A picture of a page in grey, row by row; or in bits, whose ones are white, or in a mask not drawn. */
export interface ScannedPicture {
  width: number;
  height: number;
  data: Buffer;
  kind: 'grey' | 'bits' | 'mask';
}

/** What a page of a scan shows: its picture, how it is drawn, and further text over it. */
export interface ScannedPage {
  picture: ScannedPicture;
  /** How its square is put on the page of 600 by 800 points; all over it unless given. */
  matrix?: readonly number[];
  /** Degrees by which the page is turned when it is looked at. */
  rotate?: number;
  text?: string;
}

const FORMATS: Record<ScannedPicture['kind'], string> = {
  grey: '/ColorSpace /DeviceGray /BitsPerComponent 8',
  bits: '/ColorSpace /DeviceGray /BitsPerComponent 1',
  mask: '/ImageMask true /BitsPerComponent 1',
};

/** A PDF as a scanner makes it: pages that are pictures. */
export function buildScan(pages: readonly ScannedPage[]): Buffer {
  const objects: PdfObject[] = [
    { dictionary: '/Type /Catalog /Pages 2 0 R' },
    {
      dictionary: `/Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 3} 0 R`).join(' ')}]`,
    },
    { dictionary: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica' },
  ];
  for (const { picture, matrix = [600, 0, 0, 800, 0, 0], rotate = 0, text = '' } of pages) {
    const number = objects.length + 1;
    const line = text === '' ? '' : `BT /F1 12 Tf 60 700 Td (${text}) Tj ET`;
    objects.push(
      {
        dictionary: `/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Rotate ${rotate} /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /P ${number + 2} 0 R >> >>`,
      },
      { dictionary: '', stream: `q ${matrix.join(' ')} cm /P Do Q ${line}` },
      {
        dictionary: `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /Filter /FlateDecode ${FORMATS[picture.kind]}`,
        stream: deflateSync(picture.data),
      },
    );
  }
  return buildRawPdf(objects);
}

/** A grey picture that is black in its upper left quarter and white elsewhere. */
export function drawQuarter(width = 60, height = 80): ScannedPicture {
  const data = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height / 2; y++) data.fill(0, y * width, y * width + width / 2);
  return { width, height, data, kind: 'grey' };
}
