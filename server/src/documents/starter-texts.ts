import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cleanDocument } from '../knowledge/extract/clean-document.ts';
import { extractMarkdown } from '../knowledge/extract/extract-markdown.ts';
import { withHeadings } from '../knowledge/index/passage-store.ts';
import { listEnglish } from '../knowledge/index/section-store.ts';
import { splitDocument } from '../knowledge/split/split-document.ts';
import {
  absentTopicsFile,
  fileIn,
  readAbsentTopics,
  readStarterSections,
  STARTER_FILE,
} from './starter-questions.ts';

/**
 * What gets a vector once the starter documents of a folder are loaded: the indexed text of each passage, and
 * the English questions of each section and of each topic that no source holds.
 */
export function listStarterTexts(folder: URL): { passages: string[]; questions: string[][] } {
  const names = readdirSync(folder).filter((name) => STARTER_FILE.test(name));
  const absent = existsSync(absentTopicsFile(folder)) ? readAbsentTopics(folder) : [];
  const sections = names.flatMap((name) => readStarterSections(folder, name) ?? []);
  return {
    passages: names.flatMap((name) => {
      const document = cleanDocument(extractMarkdown(readFileSync(fileIn(folder, name))));
      const { title } = document;
      return splitDocument(document).map((draft) => withHeadings({ ...draft, title }));
    }),
    questions: [...sections, ...absent].map(listEnglish),
  };
}
