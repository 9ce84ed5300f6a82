import { z } from 'zod';
import { readYamlFile } from '../../platform/read-yaml-file.ts';
import { toTerm, toTerms } from './to-terms.ts';
import { tokenize } from './tokenize.ts';

const FILE = new URL('../../../../knowledge-base/thesaurus.yaml', import.meta.url);
const thesaurusSchema = z.record(z.string().min(1), z.union([z.string().min(1), z.number()]));

/** Words that documents write, and the words and phrases by which people mean them. */
export interface ThesaurusEntry {
  written: string;
  said: readonly string[];
}

/** What stands for a word or phrase in documents: terms, by the phrase's own terms joined by blanks. */
export interface Thesaurus {
  related: ReadonlyMap<string, readonly string[]>;
  /** Words of the longest phrase. */
  longestPhrase: number;
}

/** A term that documents may write, with the asked terms that it stands for. */
export type RelatedTerms = ReadonlyMap<string, ReadonlySet<string>>;

let loaded: Thesaurus | undefined;

/**
 * The entries as they stand in the file.
 *
 * @throws StartupError that names the line at fault.
 */
export function readThesaurus(file = FILE): ThesaurusEntry[] {
  return Object.entries(readYamlFile(file, thesaurusSchema)).map(([written, said]) => ({
    written,
    said: String(said).split(/,\s*/),
  }));
}

/** The thesaurus, read once. @throws StartupError that names the line at fault. */
export function loadThesaurus(): Thesaurus {
  loaded ??= indexThesaurus(readThesaurus());
  return loaded;
}

/** What documents may write for the words of an English question, without those that it has itself. */
export function findRelated(
  question: string,
  { related, longestPhrase }: Thesaurus = loadThesaurus(),
): RelatedTerms {
  const asked = tokenize(question).map(toTerm);
  const own = new Set(asked);
  const found = new Map<string, Set<string>>();
  for (let start = 0; start < asked.length; start++) {
    for (let length = 1; length <= longestPhrase; length++) {
      const phrase = asked.slice(start, start + length);
      for (const term of related.get(phrase.join(' ')) ?? []) {
        if (own.has(term)) continue;
        const standsFor = found.get(term) ?? new Set();
        found.set(term, standsFor);
        for (const word of phrase) standsFor.add(word);
      }
    }
  }
  return found;
}

/** A phrase in any form of its words, as it is looked up, stop words included. */
export function toPhraseKey(phrase: string): string {
  return tokenize(phrase).map(toTerm).join(' ');
}

/** What is said with several meanings is searched as all of them. */
function indexThesaurus(entries: readonly ThesaurusEntry[]): Thesaurus {
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
