import { describe, expect, test } from 'vitest';
import { createExtractor } from '../create-extractor.ts';
import { EXTRACTION_REASONS, EXTRACTION_WARNINGS } from '../extraction-result.ts';
import { extractPdf } from '../pdf/extract-pdf.ts';
import { buildScan, drawQuarter, type ScannedPage } from '../testing/draw-scan.ts';
import { say, tableOf } from '../testing/recogniser-script.ts';
import { writeRecogniser } from '../testing/write-recogniser.ts';
import type { PageImage } from './recognition.ts';

const { signal } = new AbortController();
const WORDS = ['Quiet', 'hours', 'begin', 'at', 'ten.'];
const SENTENCE = 'Guests are welcome on Friday and Saturday evening.';
const scan: ScannedPage = { picture: drawQuarter() };
/** Its picture is an ornament. */
const printed: ScannedPage = {
  picture: drawQuarter(),
  matrix: [60, 0, 0, 80, 0, 0],
  text: SENTENCE,
};

async function read(pages: readonly ScannedPage[], program: string) {
  const { recognise } = await writeRecogniser(program);
  return createExtractor({ recognise })({ kind: 'pdf', bytes: buildScan(pages) }, signal);
}

describe('a scanned page', () => {
  test('[DOC-12] is recognised in its place, and its passage keeps how sure that is', async () => {
    const numbered = { ...scan, text: '17' };
    const result = await read([printed, numbered], say(tableOf(WORDS, 91)));
    expect(result).toMatchObject({
      ok: true,
      document: {
        passages: [
          { text: SENTENCE, page: 1 },
          { text: WORDS.join(' '), page: 2, confidence: 91 },
        ],
      },
    });
    expect(result).not.toHaveProperty('document.passages.0.confidence');
    expect(result).not.toHaveProperty('document.warning');
  });

  test('of which recognition is unsure is named to the administrator', async () => {
    const result = await read([printed, scan], say(tableOf(WORDS, 62)));
    expect(result).toMatchObject({
      document: {
        warning: `${EXTRACTION_WARNINGS.unsure} 2.`,
        passages: [{ text: SENTENCE }, { confidence: 62 }],
      },
    });
  });

  test.each([
    ['that cannot be read', 'exit 1'],
    ['of which nothing is sure', say(tableOf(['~;', 'ii', 'vvv'], 21))],
  ])('%s stays without text, and is named', async (_, program) => {
    const result = await read([printed, scan], program);
    expect(result).toMatchObject({
      document: {
        warning: `${EXTRACTION_WARNINGS.pagesWithoutText} ${EXTRACTION_WARNINGS.unrecognised} 2.`,
        passages: [{ text: SENTENCE }],
      },
    });
    expect(result).not.toHaveProperty('document.passages.0.confidence');
  });

  test('alone, without text that anybody could read, has the reason of a scan', async () => {
    const reason = EXTRACTION_REASONS.noText;
    expect(await read([scan], 'exit 1')).toEqual({ ok: false, reason });
  });

  test('[DOC-12] tells how to have it recognised where nothing does', async () => {
    const extract = createExtractor();
    const readPages = (pages: ScannedPage[]) =>
      extract({ kind: 'pdf', bytes: buildScan(pages) }, signal);
    expect(await readPages([scan])).toEqual({
      ok: false,
      reason: EXTRACTION_REASONS.noText,
      warning: EXTRACTION_WARNINGS.noRecognition,
    });
    const { pagesWithoutText, noRecognition } = EXTRACTION_WARNINGS;
    expect(await readPages([printed, scan])).toMatchObject({
      document: { warning: `${pagesWithoutText} ${noRecognition}`, passages: [{ text: SENTENCE }] },
    });
  });

  test('is not looked at where the file has its text', async () => {
    const result = await read([printed], 'exit 1');
    expect(result).toMatchObject({ ok: true, document: { passages: [{ text: SENTENCE }] } });
    expect(result).not.toHaveProperty('document.warning');
  });

  test('that asks for too much leaves what can be read without it', async () => {
    const { recognise } = await writeRecogniser(say(tableOf(WORDS, 91)));
    const late: typeof recognise = async (image, ended) => {
      const words = await recognise(image, ended);
      return words?.map((word) => ({ ...word, text: 'x'.repeat(30_000_000) }));
    };
    const limits = { residentBytes: 300_000_000 };
    const extract = createExtractor({ recognise: late, limits });
    const result = await extract({ kind: 'pdf', bytes: buildScan([printed, scan]) }, signal);
    expect(result).toMatchObject({ ok: true, document: { passages: [{ text: SENTENCE }] } });
  });
});

/** What the program would be shown of a page. */
async function show(page: ScannedPage): Promise<PageImage | undefined> {
  let shown: PageImage | undefined;
  const limits = { pages: 10, characters: 1_000 };
  await extractPdf(buildScan([page]), limits, async (image) => {
    shown = image;
    return undefined;
  }).catch(() => undefined);
  return shown;
}

/** The corners of a picture, clockwise from the upper left: `#` black, `.` white. */
function corners(image: PageImage | undefined): string {
  if (image === undefined) return '';
  const { width, height, pixels } = image;
  const at = (x: number, y: number) =>
    (pixels[Math.floor(y * height) * width + Math.floor(x * width)] ?? 0) < 128 ? '#' : '.';
  return [at(0.2, 0.2), at(0.8, 0.2), at(0.8, 0.8), at(0.2, 0.8)].join('');
}

describe('the picture of a page', () => {
  const quarter = drawQuarter();
  /** The same in bits: 64 pixels, so that a row is eight bytes. */
  const bits = (kind: 'bits' | 'mask') => ({
    width: 64,
    height: 80,
    kind,
    data: Buffer.concat(
      Array.from({ length: 80 }, (_, y) => Buffer.alloc(8, 255).fill(y < 40 ? 0 : 255, 0, 4)),
    ),
  });

  test.each([
    ['is drawn as it stands', { picture: quarter }, '#...'],
    ['in bits is drawn so', { picture: bits('bits') }, '#...'],
    ['drawn as a mask is black where it lets through', { picture: bits('mask') }, '#...'],
    ['turns with its page', { picture: quarter, rotate: 90 }, '.#..'],
    [
      'put upside down stands upside down',
      { picture: quarter, matrix: [600, 0, 0, -800, 0, 800] },
      '...#',
    ],
    ['that is small is no scan', { picture: quarter, matrix: [60, 0, 0, 80, 0, 0] }, ''],
  ] as const)('%s', async (_, page, expected) => {
    expect(corners(await show(page))).toBe(expected);
  });

  test('is as fine as the scan, between 150 and 300 pixels an inch', async () => {
    const finenessOf = async (width: number, height: number) =>
      Math.round((await show({ picture: drawQuarter(width, height) }))?.pixelsPerInch ?? 0);
    expect(await finenessOf(60, 80)).toBe(150);
    expect(await finenessOf(1_700, 2_266)).toBe(204);
    expect(await finenessOf(4_000, 5_334)).toBe(300);
  });
});
