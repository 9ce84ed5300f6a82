/** A page as grey pixels, row by row from its upper left, 0 black and 255 white. */
export interface PageImage {
  width: number;
  height: number;
  pixelsPerInch: number;
  pixels: Uint8Array;
}

/** A word that was recognised on a page: its corners in pixels from the upper left. */
export interface RecognisedWord {
  text: string;
  /** How sure the program is of it, from 0 to 100. */
  confidence: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Words of one line share it; it grows in reading order. */
  line: number;
}

/** Words of a page in reading order; undefined when the page could not be looked at. */
export type RecognisePage = (
  image: PageImage,
  signal: AbortSignal,
) => Promise<RecognisedWord[] | undefined>;

/** A page whose text was recognised, from 1, and how sure that is, from 0 to 100. */
export interface RecognisedPage {
  page: number;
  confidence: number;
}

/** Limits of one page, whoever made its picture. */
export const PAGE_IMAGE_LIMITS = { pixels: 40_000_000, pixelsPerInch: 300 };

/** Pages of one document that are recognised, and the time for all of them: a job ends after an hour. */
export const RECOGNITION_LIMITS = { pages: 300, timeMs: 40 * 60_000 };

/** Asks for the words of a page, from inside the process that reads the file. */
export type AskRecognition = (image: PageImage) => Promise<RecognisedWord[] | undefined>;
