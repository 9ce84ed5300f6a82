import { expect, test, vi } from 'vitest';
import type { EmbeddingModel } from './embedding-model.ts';
import { shareCalls } from './share-calls.ts';

const { signal } = new AbortController();

/** A model whose calls wait until `finish` is called. */
function createSlowModel() {
  const waiting: ((vectors: Float32Array[]) => void)[] = [];
  const embed = vi.fn<EmbeddingModel['embed']>(
    () => new Promise((resolve) => waiting.push(resolve)),
  );
  return { embed, finish: () => waiting.forEach((resolve) => resolve([Float32Array.of(7)])) };
}

function share(embed: EmbeddingModel['embed']): EmbeddingModel {
  const identify = () => Promise.resolve({ name: 'slow', dimensions: 1 });
  return shareCalls({ batchSize: 1, timeoutMs: 1, identify, embed });
}

test('who asks for the same text at the same time shares one call', async () => {
  const { embed, finish } = createSlowModel();
  const model = share(embed);
  const asked = [
    model.embed(['a'], signal),
    model.embed(['a'], signal),
    model.embed(['b'], signal),
  ];
  finish();
  expect(await Promise.all(asked)).toEqual([
    [Float32Array.of(7)],
    [Float32Array.of(7)],
    [Float32Array.of(7)],
  ]);
  expect(embed).toHaveBeenCalledTimes(2);
});

test('who asks for a text again gets its vectors without a call, until 500 others came', async () => {
  const embed = vi.fn<EmbeddingModel['embed']>(async () => [Float32Array.of(7)]);
  const model = share(embed);
  await model.embed(['a'], signal);
  expect(await model.embed(['a'], signal)).toEqual([Float32Array.of(7)]);
  expect(embed).toHaveBeenCalledTimes(1);
  for (let text = 0; text < 500; text++) await model.embed([String(text)], signal);
  await model.embed(['a'], signal);
  expect(embed).toHaveBeenCalledTimes(502);
});

test('one who gives up leaves the call to the others, and the last one ends it', async () => {
  const { embed, finish } = createSlowModel();
  const model = share(embed);
  const [first, second] = [new AbortController(), new AbortController()];
  const given = model.embed(['a'], first.signal);
  const kept = model.embed(['a'], signal);
  first.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  expect(embed.mock.calls[0]?.[1].aborted).toBe(false);
  finish();
  expect(await kept).toEqual([Float32Array.of(7)]);

  const alone = model.embed(['c'], second.signal);
  second.abort(new Error('gone, too'));
  await expect(alone).rejects.toThrow('gone, too');
  expect(embed.mock.calls[1]?.[1].aborted).toBe(true);
});

test('a failure reaches everybody', async () => {
  const model = share(() => Promise.reject(new Error('broken')));
  const both = await Promise.allSettled([model.embed(['a'], signal), model.embed(['a'], signal)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
