import { buildDocx, docxParagraph } from '../../src/knowledge/extract/testing/build-docx.ts';
import { buildScan, drawQuarter } from '../../src/knowledge/extract/testing/draw-scan.ts';
import { say, scriptOf, tableOf } from '../../src/knowledge/extract/testing/recogniser-script.ts';

/** A PDF whose only page is a picture. */
export function buildScannedPage(): Buffer {
  return buildScan([{ picture: drawQuarter() }]);
}

/** A program in the place of tesseract that reads the same line on every page; it keeps what it sees in a folder. */
export function recogniserScript(line: string, confidence: number, folder: string): string {
  return scriptOf(say(tableOf(line.split(' '), confidence)), folder);
}

/** A Word document of headings with a paragraph each. */
export function buildWordChapters(chapters: readonly { heading: string; text: string }[]): Buffer {
  const body = chapters.map(
    ({ heading, text }) => docxParagraph(heading, 'Heading1') + docxParagraph(text),
  );
  return buildDocx(body.join(''));
}
