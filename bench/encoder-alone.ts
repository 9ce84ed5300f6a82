import { readConfig } from '../server/src/config.ts';
import { openEncoders } from '../server/src/knowledge/embed/open-encoders.ts';
import { withHeadings } from '../server/src/knowledge/index/passage-store.ts';
import { readHandbook, readSquad } from './evaluation-data.ts';
import { splitHandbook } from './search-quality.ts';
import { rememberVectors } from './vector-cache.ts';

/**
 * `node bench/encoder-alone.ts`: what the encoder of `EMBEDDING_MODEL` finds by its vectors alone, on the
 * tenth of SQuAD's questions on which nothing was chosen, and on the handbook. Prints per cent.
 */
const { signal } = new AbortController();
const BATCH = 64;
const LIMIT = 10;

const { embeddingModel } = readConfig(process.env);
const { encoder, close } = openEncoders(embeddingModel);
if (encoder === undefined) throw new Error('EMBEDDING_MODEL is none.');
const forPassages = await rememberVectors(encoder.forPassages);
const forQuestions = await rememberVectors(
  encoder.forQuestions,
  embeddingModel === 'bundled' ? '' : '-questions',
);

const squad = await readSquad();
const asked = squad.questions.filter((_, index) => index % 10 === 5);
const squadRanks = await rank({
  // As the product embeds them.
  passages: squad.passages.map((passage) => withHeadings({ ...passage, headingPath: [] })),
  questions: asked.map(({ q }) => q),
  isRight: (passage, question) => asked[question]?.p === passage,
});
print(`SQuAD, held out (${asked.length} questions)`, squadRanks);

const handbook = await readHandbook();
const sections = handbook.docs.flatMap((doc) => splitHandbook(doc).passages);
const squeeze = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
const squeezed = sections.map(({ text }) => squeeze(text));
const evidence = handbook.questions.map((question) => squeeze(question.evidence));
const handbookRanks = await rank({
  passages: sections.map(withHeadings),
  questions: handbook.questions.map(({ q }) => q),
  isRight: (passage, question) => squeezed[passage]?.includes(evidence[question] ?? '') ?? false,
});
print(`Handbook (${evidence.length} questions)`, handbookRanks);
await close();

/** Places of the first right passage of each question, best 0; -1 where it is not among ten. */
async function rank(task: {
  passages: string[];
  questions: string[];
  isRight(passage: number, question: number): boolean;
}): Promise<number[]> {
  const passages = await embed(forPassages, task.passages);
  const questions = await embed(forQuestions, task.questions);
  return questions.map((question, index) =>
    passages
      .map((passage, place) => ({ place, cosine: dot(question, passage) }))
      .toSorted((a, b) => b.cosine - a.cosine)
      .slice(0, LIMIT)
      .findIndex(({ place }) => task.isRight(place, index)),
  );
}

async function embed(model: typeof forPassages, texts: string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += BATCH) {
    vectors.push(...(await model.embed(texts.slice(start, start + BATCH), signal)));
  }
  return vectors;
}

/** All vectors have length 1. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function print(data: string, ranks: number[]): void {
  const percent = (limit: number) =>
    ((100 * ranks.filter((place) => place >= 0 && place < limit).length) / ranks.length).toFixed(1);
  process.stdout.write(`${data}: first ${percent(1)}, of 5 ${percent(5)}, of 10 ${percent(10)}\n`);
}
