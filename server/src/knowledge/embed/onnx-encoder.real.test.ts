import { afterAll, expect, test } from 'vitest';
import { openEncoders } from './open-encoders.ts';

const { signal } = new AbortController();
/** all-MiniLM-L6-v2, with what runs it. */
const { encoder, close } = openEncoders({ onnxFolder: process.env['REAL_ENCODER'] ?? '' });
afterAll(close);

const cosine = (a?: Float32Array, b?: Float32Array) =>
  Array.from(a ?? []).reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);

test('real weights find texts of like meaning near, whatever their words, and survive empty and long ones', async () => {
  expect((await encoder?.forQuestions.identify(signal))?.name).toMatch(
    /^onnx\/all-MiniLM-L6-v2-\w{8}@384$/,
  );
  const texts = [
    'How do I pay for college?',
    'Financing your university studies',
    'My dog likes bones.',
    ' \n ',
    'college '.repeat(5_000),
  ];
  const [money, aid, dog, none, long] = (await encoder?.forQuestions.embed(texts, signal)) ?? [];
  for (const vector of [money, none, long]) {
    expect(vector).toHaveLength(384);
    expect(cosine(vector, vector)).toBeCloseTo(1, 3);
  }
  expect(cosine(money, aid)).toBeGreaterThan(cosine(money, dog) + 0.3);
});

test('a question does not wait for the passages of a book', async () => {
  const book = Array.from({ length: 20 }, (_, index) => `Section ${index}. ${'Aid. '.repeat(200)}`);
  let isBookDone = false;
  const passages = encoder?.forPassages.embed(book, signal).then(() => (isBookDone = true));
  await encoder?.forQuestions.embed(['Who pays?'], signal);
  expect(isBookDone).toBe(false);
  await passages;
});
