import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A real PDF: one page of 12-point text for each entry, its first line as a heading. */
export async function makePdf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const body = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (const [heading = '', ...lines] of pages) {
    const page = pdf.addPage([612, 792]);
    page.drawText(heading, { x: 72, y: 700, size: 20, font: bold });
    for (const [index, line] of lines.entries()) {
      page.drawText(line, { x: 72, y: 660 - index * 18, size: 12, font: body });
    }
  }
  return Buffer.from(await pdf.save());
}
