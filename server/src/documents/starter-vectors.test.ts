import { expect, onTestFinished, test } from 'vitest';
import { KNOWLEDGE_BASE } from '../../test/add-starter-documents.ts';
import { createBundledEncoder } from '../knowledge/embed/bundled-encoder.ts';
import { loadReadyVectors } from '../knowledge/index/ready-vectors.ts';
import { joinQuestions, measureCentre } from '../knowledge/index/section-vector-store.ts';
import { listStarterTexts } from './starter-texts.ts';

/** How far the cosine of a ready-made vector with the encoder's may be from 1. */
const TOLERANCE = 0.002;
const { signal } = new AbortController();

test('every starter passage and section has its ready-made vector', async () => {
  const { name } = await createBundledEncoder().forPassages.identify(signal);
  const ready = loadReadyVectors();
  const { passages, questions } = listStarterTexts(KNOWLEDGE_BASE);
  expect(passages.length).toBeGreaterThan(150);
  expect(questions.length).toBeGreaterThan(150);
  const missing = [...passages, ...questions.map(joinQuestions)].filter(
    (text) => ready.find(name, text) === undefined,
  );
  expect(missing, 'Run: npm run train -- starter-vectors').toEqual([]);
});

test('ready-made vectors are those that the encoder makes', async () => {
  const encoder = createBundledEncoder();
  onTestFinished(() => encoder.close());
  const { forPassages } = encoder;
  const { name } = await forPassages.identify(signal);
  const ready = loadReadyVectors();
  const { passages, questions } = listStarterTexts(KNOWLEDGE_BASE);
  const [passage = '', asked = []] = [passages.at(40), questions.at(40)];
  const vectors = {
    [passage]: (await forPassages.embed([passage], signal))[0],
    [joinQuestions(asked)]: measureCentre(await forPassages.embed(asked, signal)),
  };
  for (const [text, vector = new Float32Array()] of Object.entries(vectors)) {
    const found = ready.find(name, text) ?? new Float32Array();
    expect(1 - measureCosine(found, vector)).toBeLessThan(TOLERANCE);
    expect(Math.hypot(...found)).toBeCloseTo(Math.hypot(...vector), 2);
  }
});

function measureCosine(a: Float32Array, b: Float32Array): number {
  const dot = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}
