import { z } from 'zod';
import { resourceFile } from '../../platform/read-resource-lines.ts';
import { readYamlFile } from '../../platform/read-yaml-file.ts';
import { toTerm, toTerms } from '../words/to-terms.ts';
import { tokenize } from '../words/tokenize.ts';

const thesaurusSchema = z.record(z.string().min(1), z.union([z.string().min(1), z.number()]));

/** What else to search for when a word or phrase is asked. Keys are the phrase's terms, joined by spaces. */
export interface Thesaurus {
  related: ReadonlyMap<string, readonly string[]>;
  /** Words of the longest phrase. */
  longestPhrase: number;
}

/** Words that documents use, and the words and phrases for which they are searched as well. */
export interface ThesaurusEntry {
  written: string;
  said: readonly string[];
}

/** Reads the curated words of the field. What is said with several meanings is searched as all of them. */
export function loadThesaurus(entries: readonly ThesaurusEntry[] = readThesaurus()): Thesaurus {
  const related = new Map<string, string[]>();
  let longestPhrase = 0;
  for (const { written, said } of entries) {
    for (const phrase of said) {
      const key = toPhraseKey(phrase);
      longestPhrase = Math.max(longestPhrase, key.split(' ').length);
      related.set(key, [...new Set([...(related.get(key) ?? []), ...toTerms(written)])]);
    }
  }
  return { related, longestPhrase };
}

/** Every word that the thesaurus is written with, lower case. */
export function listThesaurusWords(entries: readonly ThesaurusEntry[]): string[] {
  return entries.flatMap(({ written, said }) => tokenize(`${written} ${said.join(' ')}`));
}

/** The entries as they stand in the file. */
export function readThesaurus(): ThesaurusEntry[] {
  const entries = readYamlFile(resourceFile('thesaurus.yaml'), thesaurusSchema);
  return Object.entries(entries).map(([written, said]) => ({
    written,
    said: String(said).split(/,\s*/),
  }));
}

/** A phrase as it is looked up, stop words included. */
export function toPhraseKey(phrase: string): string {
  return tokenize(phrase).map(toTerm).join(' ');
}
