import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { openEncoders } from './open-encoders.ts';
import { readOnnxModel } from './read-onnx-model.ts';

const { signal } = new AbortController();

/** Says in its vectors how long each text is that reaches it, and what it was asked to do. */
const RUNTIME = `exports.env = {};
exports.pipeline = async (task, model, { dtype }) => async (texts, { pooling }) => {
  if (exports.env.allowRemoteModels !== false) throw new Error('may fetch');
  const known = [task === 'feature-extraction', model === 'some-e5-small', dtype === 'q8', pooling === 'mean'];
  return { dims: [texts.length, 2], data: Float32Array.from(texts.flatMap((text) => [text.length, known.filter(Boolean).length])) };
};`;
const RUNTIME_FILE = 'node_modules/@huggingface/transformers/index.js';

async function makeModel(name: string, files: Record<string, string> = {}): Promise<string> {
  const folder = join(await temporaryFolder(), name);
  const all = {
    'config.json': '{"hidden_size":2}',
    'tokenizer.json': '{}',
    'tokenizer_config.json': '{}',
    'onnx/model_quantized.onnx': 'weights',
    [RUNTIME_FILE]: RUNTIME,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

test("a folder's encoder embeds search's texts as its family wants them, and the guard keeps its own", async () => {
  const folder = await makeModel('some-e5-small');
  const { encoder, guardEncoder, close } = openEncoders({ onnxFolder: folder });
  onTestFinished(close);
  const identity = await encoder?.forPassages.identify(signal);
  expect(identity).toEqual({
    name: expect.stringMatching(/^onnx\/some-e5-small-\w{8}@2$/),
    dimensions: 2,
  });
  const vectorsOf = async (model = encoder?.forPassages) => {
    const vectors = await model?.embed(['abc', 'a  b\n', ''], signal);
    return vectors?.map((vector) => Array.from(vector));
  };
  expect(await vectorsOf(encoder?.forQuestions)).toEqual([
    ['query: abc'.length, 4],
    ['query: a b'.length, 4],
    ['query:'.length, 4],
  ]);
  expect((await vectorsOf())?.[0]).toEqual(['passage: abc'.length, 4]);
  expect((await guardEncoder?.forQuestions.identify(signal))?.dimensions).toBe(512);
});

test('what a folder says itself counts before its family', async () => {
  const own = await makeModel('my-e5', {
    '1_Pooling/config.json': '{"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false}',
    'config_sentence_transformers.json': '{"prompts":{"query":"Q: ","document":""}}',
    'onnx/model.onnx': 'exact weights',
  });
  expect(readOnnxModel(own)).toMatchObject({
    dtype: 'fp32',
    pooling: 'cls',
    prefixes: { question: 'Q: ', passage: '' },
  });
});

test('other weights under the same name make other vectors', async () => {
  const folder = await makeModel('all-MiniLM-L6-v2');
  const before = readOnnxModel(folder).identity.name;
  await writeFile(join(folder, 'onnx/model_quantized.onnx'), 'other weights');
  expect(readOnnxModel(folder).identity.name).not.toBe(before);
});

test('what is missing is said at the start, with what to do', async () => {
  const bare = await makeModel('bge-small');
  await rm(join(bare, RUNTIME_FILE));
  expect(() => openEncoders({ onnxFolder: bare })).toThrow(
    `Install it: npm install --ignore-scripts --prefix ${bare} @huggingface/transformers@`,
  );
  const empty = join(await temporaryFolder(), 'nothing');
  expect(() => openEncoders({ onnxFolder: empty })).toThrow(
    'lacks config.json, tokenizer.json, tokenizer_config.json, onnx/(model.onnx | model_fp16.onnx | model_quantized.onnx).',
  );
  const unknown = await makeModel('somebody');
  expect(() => openEncoders({ onnxFolder: unknown })).toThrow('somebody is of no known family');
});
