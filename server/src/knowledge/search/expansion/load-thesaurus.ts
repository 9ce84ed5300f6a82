import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { toTerm, toTerms } from '../../words/to-terms.ts';
import { tokenize } from '../../words/tokenize.ts';

const FILE = new URL('./thesaurus.yaml', import.meta.url);

/** What else to search for when a word or phrase is asked. Keys are the phrase's terms, joined by spaces. */
export interface Thesaurus {
  related: ReadonlyMap<string, readonly string[]>;
  /** Words of the longest phrase. */
  longestPhrase: number;
}

/** Reads the curated words of the field. */
export function loadThesaurus(): Thesaurus {
  const entries = readEntries();
  const related = new Map<string, string[]>();
  let longestPhrase = 0;
  for (const [phrase, words] of Object.entries(entries)) {
    const key = tokenize(phrase).map(toTerm);
    longestPhrase = Math.max(longestPhrase, key.length);
    // Two forms of one word, such as `kid` and `kids`, share a key.
    const before = related.get(key.join(' ')) ?? [];
    related.set(key.join(' '), [...new Set([...before, ...toTerms(words)])]);
  }
  return { related, longestPhrase };
}

/** Every word that the thesaurus is written with, lower case. */
export function listThesaurusWords(): string[] {
  return Object.entries(readEntries()).flatMap(([phrase, words]) => tokenize(`${phrase} ${words}`));
}

function readEntries(): Record<string, string> {
  return parse(readFileSync(FILE, 'utf8')) as Record<string, string>;
}
