import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { say, tableOf } from '../testing/recogniser-script.ts';
import { writeRecogniser } from '../testing/write-recogniser.ts';
import { createTesseract } from './create-tesseract.ts';

const { signal } = new AbortController();
const image = {
  width: 3,
  height: 2,
  pixelsPerInch: 200,
  pixels: new Uint8Array([0, 1, 2, 3, 4, 5]),
};

describe('the program that recognises text', () => {
  test('gets the pixels of a page, its own language, and nothing of the server', async () => {
    const { recognise, seen } = await writeRecogniser(say(tableOf(['Rules'], 91.5)));
    expect(await recognise(image, signal)).toEqual([
      { text: 'Rules', confidence: 91.5, left: 100, top: 100, right: 180, bottom: 120, line: 0 },
    ]);
    expect(await seen('words')).toBe('stdin stdout --dpi 200 -l eng tsv\n');
    expect(await seen('input')).toBe('P5\n3 2\n255\n\u0000\u0001\u0002\u0003\u0004\u0005');
    const names = (await seen('environment')).match(/^\w+(?==)/gm) ?? [];
    const ofTheShell = ['PWD', 'OLDPWD', 'SHLVL', '_'];
    expect(names.filter((name) => !ofTheShell.includes(name)).toSorted()).toEqual([
      'LC_ALL',
      'OMP_THREAD_LIMIT',
      'PATH',
    ]);
  });

  test('tells lines apart, and what is no word is left out', async () => {
    const table = [
      tableOf(['Quiet', '', 'hours'], 96),
      ['5', 1, 1, 1, 2, 1, 1, 1, 1, 1, 130, 'begin'].join('\t'),
      ['5', 1, 1, 1, 2, 2, 'x', 1, 1, 1, 9, 'odd'].join('\t'),
      'no row',
    ];
    const { recognise } = await writeRecogniser(say(table.join('\n')));
    const words = await recognise(image, signal);
    expect(words?.map(({ text, line, confidence }) => [text, line, confidence])).toEqual([
      ['Quiet', 0, 96],
      ['hours', 0, 96],
      ['begin', 1, 100],
    ]);
  });

  test.each([
    ['fails', 'exit 2'],
    ['is killed', 'kill -9 $$'],
    ['says more than a page holds', '/usr/bin/head -c 9000000 /dev/zero'],
    ['takes too long', '/bin/sleep 600'],
  ])('that %s leaves the page unread', async (_, act) => {
    const { recognise } = await writeRecogniser(act, { pageMs: 4_000 });
    expect(await recognise(image, signal)).toBeUndefined();
  });

  test('that is not there leaves the page unread, and says so to who asks', async () => {
    const absent = createTesseract({ program: 'tesseract', searchPath: await temporaryFolder() });
    expect(await absent.recognise(image, signal)).toBeUndefined();
    await expect(absent.listLanguages(signal)).rejects.toThrow('tesseract does not run');
  });

  test('is never given a picture that is none', async () => {
    const { recognise } = await writeRecogniser('exit 0');
    expect(await recognise(image, signal)).toEqual([]);
    expect(await recognise({ ...image, width: 4 }, signal)).toBeUndefined();
    expect(await recognise({ ...image, width: 3.5 }, signal)).toBeUndefined();
    expect(await recognise({ ...image, pixelsPerInch: Number.NaN }, signal)).toBeUndefined();
  });

  test('is ended when the caller aborts', async () => {
    const { recognise } = await writeRecogniser('/bin/sleep 600');
    const abort = new AbortController();
    const words = recognise(image, abort.signal);
    abort.abort(new Error('shutting down'));
    // Whichever of its two processes it met.
    expect(await words.catch((error: Error) => error.message)).toBeOneOf([
      undefined,
      'shutting down',
    ]);
  });
});
