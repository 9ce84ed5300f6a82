import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createBundledEncoder } from './bundled-encoder.ts';

const { signal } = new AbortController();

/** An encoder whose thread runs this program in place of the real one. */
async function createEncoder(program: string) {
  const path = join(await temporaryFolder(), 'worker.mjs');
  await writeFile(path, `import { parentPort as port } from 'node:worker_threads';\n${program}`);
  const encoder = createBundledEncoder(pathToFileURL(path));
  onTestFinished(() => encoder.close());
  return encoder;
}

/** Returns the length of each text, and fails on `bad`. */
const LENGTHS = `port.on('message', ({ texts }) => texts.includes('bad')
  ? port.postMessage({ kind: 'failed', message: 'bad text' })
  : port.postMessage({ kind: 'vectors', vectors: texts.map((text) => Float32Array.of(text.length)) }));`;

describe('the real encoder', () => {
  const encoder = createBundledEncoder();
  afterAll(() => encoder.close());

  test('finds texts of like meaning near, whatever their words, and survives empty ones', async () => {
    const [money, aid, dog, none] = await encoder.forQuestions.embed(
      [
        'How do I pay for college?',
        'Financing your university studies',
        'My dog likes bones.',
        ' \n ',
      ],
      signal,
    );
    const cosine = (a?: Float32Array, b?: Float32Array) =>
      Array.from(a ?? []).reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);
    expect(money).toHaveLength(512);
    expect(none).toHaveLength(512);
    expect(cosine(money, money)).toBeCloseTo(1, 4);
    expect(cosine(money, aid)).toBeGreaterThan(cosine(money, dog) + 0.2);
  });
});

test('vectors come in the order of the texts, however many', async () => {
  const { forPassages } = await createEncoder(LENGTHS);
  const texts = Array.from({ length: 9 }, (_, index) => 'x'.repeat(index));
  const vectors = await forPassages.embed(texts, signal);
  expect(vectors.map(([length]) => length)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await forPassages.embed([], signal)).toEqual([]);
});

test('a question passes the passages that wait', async () => {
  const { forPassages, forQuestions } = await createEncoder(LENGTHS);
  const order: string[] = [];
  const passages = [1, 2, 3].map(async (number) => {
    await forPassages.embed(['first half', 'second half'], signal);
    order.push(`passages ${number}`);
  });
  const question = forQuestions.embed(['question'], signal).then(() => order.push('question'));
  await Promise.all([...passages, question]);
  expect(order).toEqual(['passages 1', 'question', 'passages 2', 'passages 3']);
});

test('one failing text fails its call and no other', async () => {
  const { forPassages } = await createEncoder(LENGTHS);
  const [bad, good] = await Promise.allSettled([
    forPassages.embed(['bad'], signal),
    forPassages.embed(['good'], signal),
  ]);
  expect(bad.status).toBe('rejected');
  expect(good.status).toBe('fulfilled');
});

test('missing weights reject every call', async () => {
  const { forQuestions } = await createEncoder(
    "port.postMessage({ kind: 'missing', message: 'no such package' });",
  );
  await expect(forQuestions.embed(['one'], signal)).rejects.toThrow('encoder is missing');
  await expect(forQuestions.embed(['two'], signal)).rejects.toThrow('encoder is missing');
});

test('after a crash the next call starts a new thread', async () => {
  const { forQuestions } = await createEncoder(
    `port.on('message', ({ texts }) => { if (texts[0] === 'crash') process.exit(1); port.postMessage({ kind: 'vectors', vectors: [Float32Array.of(7)] }); });`,
  );
  await expect(forQuestions.embed(['crash'], signal)).rejects.toThrow();
  expect(await forQuestions.embed(['next'], signal)).toEqual([Float32Array.of(7)]);
});

test('an abort ends the wait at once', async () => {
  const { forQuestions } = await createEncoder("port.on('message', () => undefined);");
  const abort = new AbortController();
  const waiting = forQuestions.embed(['never'], abort.signal);
  abort.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
});
