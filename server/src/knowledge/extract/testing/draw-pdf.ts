import { degrees, PDFDocument, type PDFPage, StandardFonts } from 'pdf-lib';

/** A line of text where it stands on a page, in points from its lower left. */
export interface DrawnLine {
  text: string;
  size?: number;
  x?: number;
  y: number;
  bold?: boolean;
  /** Degrees against the clock. */
  turn?: number;
}

/** A PDF of pages, 600 points wide and 800 high, in Helvetica; `edit` changes it before it is written. */
export async function buildPdf(
  pages: readonly (readonly DrawnLine[])[],
  edit?: (pdf: PDFDocument, pages: PDFPage[]) => void,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const heavy = await pdf.embedFont(StandardFonts.HelveticaBold);
  const drawn = pages.map((lines) => {
    const page = pdf.addPage([600, 800]);
    for (const { text, size = 10, x = 60, y, bold = false, turn = 0 } of lines) {
      page.drawText(text, { x, y, size, font: bold ? heavy : regular, rotate: degrees(turn) });
    }
    return page;
  });
  edit?.(pdf, drawn);
  return pdf.save();
}

/** Lines one below the other from `top` down, as a paragraph has them. */
export const body = (texts: readonly string[], top = 600): DrawnLine[] =>
  texts.map((text, index) => ({ text, y: top - index * 12 }));
