import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { cleanDocument } from '../knowledge/extract/clean-document.ts';
import { extractMarkdown } from '../knowledge/extract/extract-markdown.ts';
import type { KnownQuestion, SectionDraft } from '../knowledge/index/section-store.ts';
import { SPANISH_STOP_WORDS } from '../knowledge/words/spanish.ts';
import { STOP_WORDS } from '../knowledge/words/stop-words.ts';
import { tokenize } from '../knowledge/words/tokenize.ts';
import { describeFault, readText } from '../platform/read-resource-lines.ts';
import { readYamlFile } from '../platform/read-yaml-file.ts';

/** The languages that questions are written in, the documents' own first. */
const LANGUAGES = ['en', 'es'] as const;
type Language = (typeof LANGUAGES)[number];
const TRANSLATIONS = LANGUAGES.slice(1);

/** The name of a starter document. */
export const STARTER_FILE = /^\d{2}-[a-z0-9-]+\.md$/;
const HEADING_LINE = /^#{2,6}\s/;
/** How many small words of another language than its own make a question foreign, and by which factor they prevail. */
const MIN_FOREIGN = 2;
const FOREIGN_FACTOR = 2;
/** Words that sentences of one language are full of and those of the other have not. */
const ENGLISH_WORDS = STOP_WORDS.difference(SPANISH_STOP_WORDS);
const SPANISH_WORDS = SPANISH_STOP_WORDS.difference(STOP_WORDS);

/** What people ask, the first words of the sentence that answers it, and where it stands in its entry. */
interface AskedQuestion extends Pick<KnownQuestion, 'text' | 'sentence'> {
  path: PropertyKey[];
}
type Asked = Record<Language, AskedQuestion[]>;

const ways = z.array(z.string().trim().min(1)).min(1);
const waysOfTopic = ways.transform((texts) =>
  texts.map((text, at): AskedQuestion => ({ text, sentence: null, path: [at] })),
);
const waysOfSection = z
  .record(z.string().min(1), ways)
  .refine((bySentence) => Object.keys(bySentence).length > 0, {
    message: 'must hold questions',
    abort: true,
  })
  .transform((bySentence) =>
    Object.entries(bySentence).flatMap(([sentence, texts]) =>
      texts.map((text, at): AskedQuestion => ({ text, sentence, path: [sentence, at] })),
    ),
  );

/** A file of questions names every section once, and asks nothing twice. */
const questionsSchema = z
  .array(z.strictObject({ heading: z.string().min(1), en: waysOfSection, es: waysOfSection }))
  .superRefine((entries, context) => checkEntries(entries, 'heading', context));
const topicsSchema = z
  .array(z.strictObject({ topic: z.string().min(1), en: waysOfTopic, es: waysOfTopic }))
  .superRefine((entries, context) => checkEntries(entries, 'topic', context));

interface MarkdownSection {
  heading: string;
  text: string;
}

/** The files that say what a starter document (`NN-name.md`) holds: itself, its questions and translations. */
export function listStarterFiles(folder: URL, name: string): URL[] {
  const files = [documentFile(folder, name), questionsFile(folder, name)];
  for (const language of TRANSLATIONS) files.push(translationFile(folder, language, name));
  return files.filter((file) => existsSync(file));
}

/**
 * The sections of a starter document: what stands under each heading below the title, what people ask that
 * it answers (`questions/NN-name.yaml`), and its translation (`es/NN-name.md`), if there is one.
 *
 * @returns undefined when the folder does not hold the document.
 * @throws StartupError that names file, line and fault: a section without questions or questions without a
 *   section, a heading twice or a question twice under one, a question in the wrong language, a translation with other sections.
 */
export function readStarterSections(folder: URL, name: string): SectionDraft[] | undefined {
  const file = documentFile(folder, name);
  if (!existsSync(file)) return undefined;
  const { title, sections } = readMarkdown(file);
  if (sections.length === 0) return [];
  const translations = TRANSLATIONS.flatMap((language) => {
    const translated = translationFile(folder, language, name);
    if (!existsSync(translated)) return [];
    return [{ language, ...readTranslation(translated, sections.length) }];
  });
  const texts = [{ language: LANGUAGES[0], sections }, ...translations];
  const questions = readQuestions(questionsFile(folder, name), { file, sections, texts });
  return sections.map(({ heading, text }, index) => ({
    title,
    heading,
    text,
    questions: listQuestions(questions.get(heading)),
    translations: translations.flatMap((translation) => {
      const section = translation.sections[index];
      const { language } = translation;
      return section === undefined ? [] : [{ language, title: translation.title, ...section }];
    }),
  }));
}

/** Where the topics stand that no source holds. */
export function absentTopicsFile(folder: URL): URL {
  return fileIn(folder, 'questions/absent.yaml');
}

/**
 * The topics that no source holds, as sections that nothing stands in.
 *
 * @throws StartupError as `readStarterSections` does.
 */
export function readAbsentTopics(folder: URL): SectionDraft[] {
  return readYamlFile(absentTopicsFile(folder), topicsSchema).map(({ topic, ...questions }) => ({
    title: '',
    heading: topic,
    text: '',
    questions: listQuestions(questions),
    translations: [],
  }));
}

/** A file of the folder with the starter documents. */
export function fileIn(folder: URL, path: string): URL {
  return new URL(path, `${folder.href.replace(/\/$/, '')}/`);
}

function documentFile(folder: URL, name: string): URL {
  return fileIn(folder, name);
}

function questionsFile(folder: URL, name: string): URL {
  return fileIn(folder, `questions/${name.replace(/\.md$/, '.yaml')}`);
}

function translationFile(folder: URL, language: string, name: string): URL {
  return fileIn(folder, `${language}/${name}`);
}

/** What stands under each heading below the title; a heading that only holds further ones is no section. */
function readMarkdown(file: URL): { title: string; sections: MarkdownSection[] } {
  const { title, blocks } = cleanDocument(extractMarkdown(readFileSync(file)));
  const sections: { heading: string; texts: string[] }[] = [];
  let open: string[] = [];
  for (const { kind, level = 1, text } of blocks) {
    if (kind !== 'heading') {
      open.push(text);
      continue;
    }
    open = [];
    if (level > 1) sections.push({ heading: text, texts: open });
  }
  const filled = sections.filter(({ texts }) => texts.length > 0);
  return {
    title,
    sections: filled.map(({ heading, texts }) => ({ heading, text: texts.join('\n') })),
  };
}

function readQuestions(
  file: URL,
  document: {
    file: URL;
    sections: readonly MarkdownSection[];
    /** The sections in each language that they are written in. */
    texts: readonly { language: Language; sections: readonly MarkdownSection[] }[];
  },
): Map<string, Asked> {
  const headings = new Set(document.sections.map(({ heading }) => heading));
  if (headings.size < document.sections.length) {
    const isAgain = (heading: string, index: number) =>
      document.sections.findIndex((section) => section.heading === heading) < index;
    const again = document.sections.find(({ heading }, index) => isAgain(heading, index));
    throw describeFault(
      document.file,
      findLine(document.file, again?.heading, 1),
      `two sections have the heading "${again?.heading}"`,
    );
  }
  const schema = questionsSchema.superRefine((entries, context) => {
    for (const [index, entry] of entries.entries()) {
      const addIssue = (path: PropertyKey[], message: string) =>
        context.addIssue({ code: 'custom', path: [index, ...path], message });
      const { heading } = entry;
      const place = document.sections.findIndex((section) => section.heading === heading);
      if (place < 0) addIssue(['heading'], `the document has no section "${heading}"`);
      for (const { language, sections } of document.texts) {
        const text = sections[place]?.text;
        if (text === undefined) continue;
        for (const sentence of new Set(
          entry[language].flatMap((question) => question.sentence ?? []),
        )) {
          if (text.split(sentence).length === 2) continue;
          addIssue(
            [language, sentence],
            `not one sentence of the section begins with "${sentence}"`,
          );
        }
      }
    }
  });
  const entries = readYamlFile(file, schema);
  const questions = new Map(entries.map(({ heading, ...rest }) => [heading, rest]));
  const missing = document.sections.find(({ heading }) => !questions.has(heading));
  if (missing === undefined) return questions;
  const line = findLine(document.file, missing.heading, 0);
  throw describeFault(document.file, line, `the section has no questions in ${file.pathname}`);
}

function readTranslation(file: URL, count: number): ReturnType<typeof readMarkdown> {
  const translation = readMarkdown(file);
  const { length } = translation.sections;
  if (length === count) return translation;
  const surplus = translation.sections[count]?.heading;
  throw describeFault(
    file,
    findLine(file, surplus, 0),
    `the translation has ${length} sections, the document ${count}`,
  );
}

/** The line of a heading, counted from 1, after passing over `skip` such lines; the file's last without one. */
function findLine(file: URL, heading: string | undefined, skip: number): number {
  const lines = readText(file).trimEnd().split(/\r?\n/);
  const found = lines.flatMap((line, index) => {
    if (!HEADING_LINE.test(line) || heading === undefined) return [];
    const [block] = extractMarkdown(Buffer.from(line)).blocks;
    return block?.text === heading ? [index + 1] : [];
  });
  return found[skip] ?? lines.length;
}

function listQuestions(questions: Asked | undefined): KnownQuestion[] {
  return LANGUAGES.flatMap((language) =>
    (questions?.[language] ?? []).map(({ text, sentence }) => ({
      language,
      origin: 'written' as const,
      text,
      sentence,
    })),
  );
}

function checkEntries<Name extends string>(
  entries: readonly (Asked & Record<Name, string>)[],
  name: Name,
  context: z.RefinementCtx,
): void {
  const names = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const addIssue = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path: [index, ...path], message });
    if (names.has(entry[name])) addIssue([name], `"${entry[name]}" stands here twice`);
    names.add(entry[name]);
    const seen = new Set<string>();
    for (const language of LANGUAGES) {
      for (const { text, path } of entry[language]) {
        const key = tokenize(text).join(' ');
        if (seen.has(key)) addIssue([language, ...path], `"${text}" stands here twice`);
        seen.add(key);
        if (isForeign(text, language)) {
          addIssue([language, ...path], `"${text}" is in another language`);
        }
      }
    }
  }
}

/** Whether the small words of a question are mostly another language's. */
function isForeign(question: string, language: Language): boolean {
  const words = tokenize(question);
  const english = words.filter((word) => ENGLISH_WORDS.has(word)).length;
  const spanish = words.filter((word) => SPANISH_WORDS.has(word)).length;
  const [own, foreign] = language === 'en' ? [english, spanish] : [spanish, english];
  return foreign >= MIN_FOREIGN && foreign > FOREIGN_FACTOR * own;
}
