import { ImageKind, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js';
import { PAGE_IMAGE_LIMITS, type PageImage } from '../recognise/recognition.ts';

/** Pictures that cover less of a page than this share are no scan of it. */
const MIN_COVERED = 0.4;
/** Coarser scans are enlarged to it, since letters need some height. */
const MIN_PIXELS_PER_INCH = 150;
const POINTS_PER_INCH = 72;
const WHITE = 255;

/** `[a, b, c, d, e, f]` takes (x, y) to (ax + cy + e, bx + dy + f). */
type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** A decoded picture. */
interface Picture {
  width: number;
  height: number;
  kind: number;
  data: Uint8Array;
  /** Its ones are not drawn. */
  isMask: boolean;
}

/** Where the square that a picture fills stands on the page. */
interface Placed {
  picture: Picture;
  matrix: Matrix;
}

/**
 * The pictures of a page as it is looked at, in grey, as fine as they are and at most 300 pixels an inch. Undefined
 * when they are no scan of the page.
 */
export async function drawPictures(page: PDFPageProxy): Promise<PageImage | undefined> {
  const placed = await findPictures(page);
  const upright = page.getViewport({ scale: 1 });
  const sizes = placed.map(({ matrix }) => Math.abs(determinant(matrix)));
  const covered = sizes.reduce((sum, size) => sum + size, 0);
  if (covered < upright.width * upright.height * MIN_COVERED) return undefined;
  const largest = placed[sizes.indexOf(Math.max(...sizes))];
  if (largest === undefined) return undefined;
  const [a, b] = largest.matrix;
  const fineness = (largest.picture.width / (Math.hypot(a, b) || 1)) * POINTS_PER_INCH;
  const most = Math.sqrt(PAGE_IMAGE_LIMITS.pixels / (upright.width * upright.height));
  const wanted = Math.min(PAGE_IMAGE_LIMITS.pixelsPerInch, Math.max(MIN_PIXELS_PER_INCH, fineness));
  const scale = Math.min(most * 0.99, wanted / POINTS_PER_INCH);
  const viewport = page.getViewport({ scale });
  const width = Math.max(1, Math.floor(viewport.width));
  const height = Math.max(1, Math.floor(viewport.height));
  const image: PageImage = {
    width,
    height,
    pixelsPerInch: Math.max(1, scale * POINTS_PER_INCH),
    pixels: new Uint8Array(width * height).fill(WHITE),
  };
  for (const { picture, matrix } of placed) {
    const onPage = multiply(viewport.transform as unknown as Matrix, matrix);
    draw(image, picture, multiply(onPage, [1 / picture.width, 0, 0, -1 / picture.height, 0, 1]));
  }
  return image;
}

async function findPictures(page: PDFPageProxy): Promise<Placed[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const placed: Placed[] = [];
  const saved: Matrix[] = [];
  let matrix = IDENTITY;
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown = argsArray[index];
    const values: readonly unknown[] = Array.isArray(args) ? args : [];
    if (operator === OPS.save) saved.push(matrix);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) {
      matrix = saved.pop() ?? IDENTITY;
    } else if (operator === OPS.transform) matrix = multiply(matrix, toMatrix(values));
    else if (operator === OPS.paintFormXObjectBegin) {
      saved.push(matrix);
      const [own] = values;
      if (Array.isArray(own)) matrix = multiply(matrix, toMatrix(own));
    } else {
      const picture = await readPicture(page, operator, values[0]);
      if (picture !== undefined) placed.push({ picture, matrix });
    }
  }
  return placed;
}

async function readPicture(
  page: PDFPageProxy,
  operator: number,
  given: unknown,
): Promise<Picture | undefined> {
  if (operator === OPS.paintImageXObject) return toPicture(await resolve(page, given), false);
  if (operator === OPS.paintInlineImageXObject) return toPicture(given, false);
  if (operator !== OPS.paintImageMaskXObject) return undefined;
  const inside =
    typeof given === 'object' && given !== null && 'data' in given ? given.data : given;
  return toPicture(typeof inside === 'string' ? await resolve(page, inside) : given, true);
}

/** What the parser keeps under an id; those of several pages stand apart. */
function resolve(page: PDFPageProxy, id: unknown): Promise<unknown> {
  const name = String(id);
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((done) => objects.get(name, done));
}

function toPicture(value: unknown, isMask: boolean): Picture | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { width, height, kind, data } = value as Record<string, unknown>;
  if (typeof width !== 'number' || typeof height !== 'number' || width < 1 || height < 1) {
    return undefined;
  }
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined;
  const bits = isMask || kind === undefined ? ImageKind.GRAYSCALE_1BPP : Number(kind);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { width, height, kind: bits, data: bytes, isMask };
}

/** Each pixel of the image that the picture covers gets the mean of what falls on it. */
function draw(image: PageImage, picture: Picture, toImage: Matrix): void {
  const back = invert(toImage);
  if (back === undefined) return;
  const read = createReader(picture);
  const [a, b, c, d, e, f] = back;
  const steps = Math.max(1, Math.min(8, Math.round(Math.hypot(a, b))));
  const { left, right, top, bottom } = boundsOf(toImage, picture, image);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      let sum = 0;
      let count = 0;
      for (let down = 0; down < steps; down++) {
        for (let across = 0; across < steps; across++) {
          const px = x + (across + 0.5) / steps;
          const py = y + (down + 0.5) / steps;
          const u = Math.floor(a * px + c * py + e);
          const v = Math.floor(b * px + d * py + f);
          if (u < 0 || v < 0 || u >= picture.width || v >= picture.height) continue;
          sum += read(u, v, image.pixels[y * image.width + x] ?? WHITE);
          count += 1;
        }
      }
      if (count > 0) image.pixels[y * image.width + x] = Math.round(sum / count);
    }
  }
}

/** Reads a pixel of a picture in grey, over what is there already. */
function createReader({
  width,
  kind,
  data,
  isMask,
}: Picture): (u: number, v: number, below: number) => number {
  if (kind === ImageKind.GRAYSCALE_1BPP) {
    const rowBytes = (width + 7) >> 3;
    return (u, v, below) => {
      const isSet = ((data[v * rowBytes + (u >> 3)] ?? 0) & (0x80 >> (u & 7))) !== 0;
      return isSet ? (isMask ? below : WHITE) : 0;
    };
  }
  const bytes = kind === ImageKind.RGBA_32BPP ? 4 : 3;
  return (u, v, below) => {
    const at = (v * width + u) * bytes;
    const grey =
      0.299 * (data[at] ?? WHITE) +
      0.587 * (data[at + 1] ?? WHITE) +
      0.114 * (data[at + 2] ?? WHITE);
    const opacity = bytes === 4 ? (data[at + 3] ?? WHITE) / WHITE : 1;
    return grey * opacity + below * (1 - opacity);
  };
}

function boundsOf(matrix: Matrix, picture: Picture, image: PageImage) {
  const corners = [
    [0, 0],
    [picture.width, 0],
    [0, picture.height],
    [picture.width, picture.height],
  ].map(([u = 0, v = 0]) => apply(matrix, u, v));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs))),
    right: Math.min(image.width, Math.ceil(Math.max(...xs))),
    top: Math.max(0, Math.floor(Math.min(...ys))),
    bottom: Math.min(image.height, Math.ceil(Math.max(...ys))),
  };
}

function toMatrix(values: readonly unknown[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values.map(Number);
  return [a, b, c, d, e, f];
}

/** First `inner`, then `outer`. */
function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

function determinant([a, b, c, d]: Matrix): number {
  return a * d - b * c;
}

function invert(matrix: Matrix): Matrix | undefined {
  const [a, b, c, d, e, f] = matrix;
  const size = determinant(matrix);
  if (!Number.isFinite(size) || Math.abs(size) < 1e-9) return undefined;
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size];
}
