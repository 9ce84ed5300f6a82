import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import { countTerms, type TermCounts } from './count-terms.ts';

const PASSAGES_PER_STATEMENT = 500;
const PASSAGES_PER_TURN = 50;

/** A stored passage, and what its words are counted in. */
interface CountedPassage {
  id: number;
  title: string;
  headingPath: readonly string[];
  text: string;
}

/** Stores the words of passages, which must have none yet; answers how many they have together. */
export async function storeWords(
  trx: Transaction<Tables>,
  passages: readonly CountedPassage[],
): Promise<number> {
  let words = 0;
  for (let start = 0; start < passages.length; start += PASSAGES_PER_STATEMENT) {
    const counted: { id: number; counts: TermCounts }[] = [];
    for (const passage of passages.slice(start, start + PASSAGES_PER_STATEMENT)) {
      counted.push({ id: passage.id, counts: countTerms(passage) });
      // Counting a large document shall not hold up those who ask.
      if (counted.length % PASSAGES_PER_TURN === 0) await setImmediate();
    }
    await insertTerms(trx, counted);
    words += counted.reduce((sum, { counts }) => sum + counts.length, 0);
  }
  return words;
}

async function insertTerms(
  trx: Transaction<Tables>,
  passages: readonly { id: number; counts: TermCounts }[],
): Promise<void> {
  const terms: string[] = [];
  const ids: number[] = [];
  const frequencies: number[] = [];
  const lengths: number[] = [];
  for (const { id, counts } of passages) {
    for (const [term, frequency] of counts.frequencies) {
      terms.push(term);
      ids.push(id);
      frequencies.push(Math.min(frequency, counts.length));
      lengths.push(counts.length);
    }
  }
  await sql`insert into passage_terms (term, passage_id, frequency, passage_length)
    select * from unnest(${terms}::text[], ${ids}::int[], ${frequencies}::smallint[], ${lengths}::smallint[])`.execute(
    trx,
  );
}
