/** A line of text as it stands on a page. Lengths are in points, measured from the page's lower left. */
export interface PdfLine {
  text: string;
  /** The line's parts with wide gaps between them, left to right: cells where the line is a table's. */
  cells: PdfCell[];
  /** Physical page from 1. */
  page: number;
  left: number;
  right: number;
  baseline: number;
  /** Height of the letters that fill most of the line. */
  size: number;
  /** All of its letters are bold. */
  isBold: boolean;
  /** 0 at the foot of the page, 1 at its head. */
  heightOnPage: number;
  /** Depth from 1 when the line is a heading. */
  headingLevel?: number;
}

/** A stretch of a line without wide gaps. */
export interface PdfCell {
  text: string;
  left: number;
  right: number;
}
