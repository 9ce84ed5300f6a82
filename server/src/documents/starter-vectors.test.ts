import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { addStarterDocuments, KNOWLEDGE_BASE } from '../../test/add-starter-documents.ts';
import { createTestDatabase } from '../../test/create-test-database.ts';
import { createBundledEncoder } from '../knowledge/embed/bundled-encoder.ts';
import type { EmbeddingModel } from '../knowledge/embed/embedding-model.ts';
import { countMissing, embedMissing } from '../knowledge/index/embed-missing.ts';
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

test('a first start has all vectors without the encoder', async () => {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  await addStarterDocuments(db);
  const embeddings: EmbeddingModel = {
    ...createBundledEncoder().forPassages,
    embed: () => Promise.reject(new Error('asked')),
  };
  const deps = { db, embeddings, ready: loadReadyVectors(), log: pino({ level: 'silent' }) };
  const { name } = await embeddings.identify(signal);
  const { passages, sections } = await countMissing(db, name, {});
  expect(sections).toBeGreaterThan(150);
  expect(await embedMissing(deps, {}, signal)).toBe(passages + sections);
  expect(await countMissing(db, name, {})).toEqual({ passages: 0, sections: 0, texts: 0 });
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
