import { listStarterTexts } from '../../server/src/documents/starter-texts.ts';
import { createBundledEncoder } from '../../server/src/knowledge/embed/bundled-encoder.ts';
import type { EmbeddingModel } from '../../server/src/knowledge/embed/embedding-model.ts';
import {
  loadReadyVectors,
  packReadyVectors,
  STARTER_VECTORS,
} from '../../server/src/knowledge/index/ready-vectors.ts';
import {
  joinQuestions,
  measureCentre,
} from '../../server/src/knowledge/index/section-vector-store.ts';
import { writeResource } from './write-resource.ts';

const KNOWLEDGE_BASE = new URL('../../knowledge-base/', import.meta.url);
const { signal } = new AbortController();

/** Writes the bundled encoder's vectors of the starter documents and of their known questions. It takes minutes. */
export async function train(): Promise<void> {
  const encoder = createBundledEncoder();
  try {
    const model = encoder.forPassages;
    const { name } = await model.identify(signal);
    const made = await makeVectors(model);
    await writeResource(STARTER_VECTORS, packReadyVectors(name, made));
    const ready = loadReadyVectors();
    const errors = made.map(
      ({ text, vector }) => 1 - measureCosine(vector, ready.find(name, text)),
    );
    console.log(`${made.length} vectors, largest error of a cosine ${Math.max(...errors)}`);
  } finally {
    await encoder.close();
  }
}

async function makeVectors(
  model: EmbeddingModel,
): Promise<{ text: string; vector: Float32Array }[]> {
  const { passages, questions } = listStarterTexts(KNOWLEDGE_BASE);
  const vectors = await model.embed(passages, signal);
  const made = passages.flatMap((text, index) => {
    const vector = vectors[index];
    return vector === undefined ? [] : [{ text, vector }];
  });
  for (const asked of questions) {
    const vector = measureCentre(await model.embed(asked, signal));
    made.push({ text: joinQuestions(asked), vector });
  }
  return made;
}

function measureCosine(a: Float32Array, b: Float32Array | undefined): number {
  const dot = a.reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...(b ?? [])));
}
