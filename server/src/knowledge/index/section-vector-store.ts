import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { type EmbeddingModel, formatVector } from '../embed/embedding-model.ts';
import type { ReadyVectors } from './ready-vectors.ts';
import { ownerColumn } from './source.ts';
import type { PassageScope } from './vector-store.ts';

/** Sections whose questions are embedded together; a stop loses the work on so many at most. */
const SECTIONS_AT_ONCE = 8;

interface SectionQuestions {
  id: number;
  /** Its English questions in their order. */
  questions: string[];
}

/**
 * Gives every section of the scope that has English questions and lacks a centre of this model its centre: the
 * mean of its questions' vectors, each of length 1. It can be stopped at any time and goes on where it stood;
 * a section that is deleted meanwhile, or whose questions change, is passed over. `onProgress` is told how many
 * questions went into centres so far.
 *
 * @returns how many centres were stored.
 * @throws what the model throws.
 */
export async function embedMissingSections(
  deps: { db: Kysely<Tables>; embeddings: EmbeddingModel; ready?: ReadyVectors | undefined },
  { onProgress, ...scope }: PassageScope & { onProgress?(questions: number): void },
  signal: AbortSignal,
): Promise<number> {
  const { db, embeddings, ready } = deps;
  const { name: model } = await embeddings.identify(signal);
  let stored = 0;
  let questions = 0;
  let lastId = 0;
  for (;;) {
    signal.throwIfAborted();
    const sections = await readMissing(db, scope, { model, lastId });
    const last = sections.at(-1);
    if (last === undefined) break;
    lastId = last.id;
    const centres = await findCentres(sections, { embeddings, ready, model }, signal);
    stored += await storeCentres(db, model, centres);
    questions += sections.reduce((sum, section) => sum + section.questions.length, 0);
    onProgress?.(questions);
  }
  return stored;
}

/** How many sections of the scope lack a centre of this model, and how many questions those have. */
export async function countMissingSections(
  db: Kysely<Tables>,
  model: string,
  scope: PassageScope,
): Promise<{ sections: number; questions: number }> {
  const { rows } = await sql<{ sections: number; questions: number }>`
    select count(distinct s.id)::int as sections, count(*)::int as questions
    ${missingFrom(model, scope)}`.execute(db);
  return rows[0] ?? { sections: 0, questions: 0 };
}

/** Drops the centres of all other models. @returns how many went. */
export async function removeOtherCentres(db: Kysely<Tables>, model: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('section_embeddings')
    .where('model', '<>', model)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The text by which a section's centre is known among ready-made vectors. */
export function joinQuestions(questions: readonly string[]): string {
  return questions.join('\n');
}

/** The mean of vectors, each brought to length 1 before. */
export function measureCentre(vectors: readonly Float32Array[]): Float32Array {
  const centre = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    const length = Math.hypot(...vector) || 1;
    for (const [index, value] of vector.entries()) {
      centre[index] = (centre[index] ?? 0) + value / length / vectors.length;
    }
  }
  return centre;
}

function missingFrom(model: string, scope: PassageScope): RawBuilder<unknown> {
  return sql`from sections s join known_questions q on q.section_id = s.id and q.language = 'en'
    where ${within(scope)} and not exists (
      select from section_embeddings e where e.section_id = s.id and e.model = ${model})`;
}

function within({ documentId, siteId }: PassageScope): RawBuilder<unknown> {
  if (documentId !== undefined) return sql`s.${sql.ref(ownerColumn('document'))} = ${documentId}`;
  return siteId === undefined ? sql`true` : sql`s.${sql.ref(ownerColumn('site'))} = ${siteId}`;
}

async function readMissing(
  db: Kysely<Tables>,
  scope: PassageScope,
  { model, lastId }: { model: string; lastId: number },
): Promise<SectionQuestions[]> {
  const { rows } = await sql<SectionQuestions>`
    select s.id, array_agg(q.question order by q.ordinal) as questions
    ${missingFrom(model, scope)} and s.id > ${lastId}
    group by s.id order by s.id limit ${SECTIONS_AT_ONCE}`.execute(db);
  return rows;
}

type Centre = SectionQuestions & { centre: Float32Array };

async function findCentres(
  sections: readonly SectionQuestions[],
  from: { embeddings: EmbeddingModel; ready: ReadyVectors | undefined; model: string },
  signal: AbortSignal,
): Promise<Centre[]> {
  const centres: Centre[] = [];
  const missing: SectionQuestions[] = [];
  for (const section of sections) {
    const centre = from.ready?.find(from.model, joinQuestions(section.questions));
    if (centre === undefined) missing.push(section);
    else centres.push({ ...section, centre });
  }
  return [...centres, ...(await embedCentres(missing, from.embeddings, signal))];
}

/** Embeds the questions of several sections together, those of like length in one batch. */
async function embedCentres(
  sections: readonly SectionQuestions[],
  embeddings: EmbeddingModel,
  signal: AbortSignal,
): Promise<Centre[]> {
  const { batchSize } = embeddings;
  const asked = sections
    .flatMap(({ id, questions }) => questions.map((text) => ({ id, text })))
    .toSorted((a, b) => a.text.length - b.text.length);
  const vectorsOf = new Map<number, Float32Array[]>(sections.map(({ id }) => [id, []]));
  for (let start = 0; start < asked.length; start += batchSize) {
    signal.throwIfAborted();
    const batch = asked.slice(start, start + batchSize);
    const vectors = await embeddings.embed(
      batch.map(({ text }) => text),
      signal,
    );
    for (const [index, { id }] of batch.entries()) {
      const vector = vectors[index];
      if (vector !== undefined) vectorsOf.get(id)?.push(vector);
    }
  }
  return sections.map((section) => ({
    ...section,
    centre: measureCentre(vectorsOf.get(section.id) ?? []),
  }));
}

/** Stores the centres of those sections that are still there and have the same questions. */
function storeCentres(
  db: Kysely<Tables>,
  model: string,
  centres: readonly Centre[],
): Promise<number> {
  const ids = centres.map(({ id }) => id);
  return db.transaction().execute(async (trx) => {
    // Whoever replaces sections locks them first: what is read after this lock stays as it is.
    await sql`select from sections where id = any(${ids}::int[]) order by id for share`.execute(
      trx,
    );
    const { rows } = await sql`
      insert into section_embeddings (section_id, model, centre)
      select s.id, ${model}, given.centre::vector
      from unnest(${ids}::int[], ${centres.map(({ questions }) => joinQuestions(questions))}::text[],
        ${centres.map(({ centre }) => formatVector(centre))}::text[]) as given (id, questions, centre)
      join sections s on s.id = given.id
      where given.questions = (select string_agg(q.question, E'\\n' order by q.ordinal)
        from known_questions q where q.section_id = s.id and q.language = 'en')
      on conflict do nothing
      returning section_id`.execute(trx);
    return rows.length;
  });
}
