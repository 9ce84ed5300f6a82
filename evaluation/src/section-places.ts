import { readdir, readFile } from 'node:fs/promises';
import { extractMarkdown } from '../../server/src/knowledge/extract/extract-markdown.ts';

const KNOWLEDGE_BASE = new URL('../../knowledge-base/', import.meta.url);
const LANGUAGES = ['', 'es/'];

/** A section of a starter document with the whole text under its heading, without markdown. */
interface Section {
  /** `FILE # N`: the same for a section and its translations, which stand at the same position. */
  place: string;
  text: string;
}

/** The starter documents in every language. */
export interface SectionPlaces {
  /** The title under which a file is cited. */
  titleOf(file: string): string | undefined;
  /** The section under a heading in any language; headings are unique. */
  under(heading: string | null | undefined): Section | undefined;
}

/** Reads the starter documents and their translations. @throws Error when two sections share a heading. */
export async function readSectionPlaces(): Promise<SectionPlaces> {
  const titles = new Map<string, string>();
  const sections = new Map<string, Section>();
  for (const language of LANGUAGES) {
    const folder = new URL(language, KNOWLEDGE_BASE);
    const names = (await readdir(folder)).filter((name) => /^\d{2}-.*\.md$/.test(name));
    for (const name of names) {
      const { title, blocks } = extractMarkdown(await readFile(new URL(name, folder)));
      if (language === '') titles.set(name, title);
      let position = 0;
      let section: Section | undefined;
      for (const { kind, text } of blocks) {
        if (kind !== 'heading') {
          if (section !== undefined) section.text += `\n${text}`;
          continue;
        }
        // A document's headline may well be the same in two languages; no question names it.
        if (sections.has(text) && position > 0) throw new Error(`${name}: ${text} stands twice`);
        section = { place: `${name} # ${position++}`, text: '' };
        sections.set(text, section);
      }
    }
  }
  return {
    titleOf: (file) => titles.get(file),
    under: (heading) => sections.get(heading ?? ''),
  };
}

/** The places of sections that are named as `FILE # HEADING`. @throws Error for one that is not there. */
export function findPlaces(named: readonly string[], { under }: SectionPlaces): string[] {
  return named.map((name) => {
    const [file = '', ...heading] = name.split(' # ');
    const place = under(heading.join(' # '))?.place;
    if (!place?.startsWith(`${file} # `)) throw new Error(`there is no section ${name}`);
    return place;
  });
}
