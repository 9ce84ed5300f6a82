import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';

const QUESTIONS = new URL('../../knowledge-base/questions/', import.meta.url);
const EXCEPT = new URL('../care/ordinary-sections.yaml', import.meta.url);
/** Ways of asking of one section or absent topic and language; more of them say little more. */
const WAYS_MAX = 14;

/** What people ask in a language of a section or an absent topic, by its number. */
export interface KnownQuestion {
  text: string;
  section: number;
  language: string;
}

/** The known questions that need no care, some of each section and absent topic. */
export async function readKnownQuestions(): Promise<KnownQuestion[]> {
  const { except } = parse(await readFile(EXCEPT, 'utf8')) as { except: string[] };
  const questions: KnownQuestion[] = [];
  let section = 0;
  for (const name of (await readdir(QUESTIONS)).filter((file) => file.endsWith('.yaml'))) {
    const entries = parse(await readFile(new URL(name, QUESTIONS), 'utf8')) as {
      heading?: string;
      en?: string[];
      es?: string[];
    }[];
    for (const { heading, en = [], es = [] } of entries) {
      section++;
      if (heading !== undefined && except.includes(heading)) continue;
      for (const [language, ways] of Object.entries({ en, es })) {
        const texts = ways.slice(0, WAYS_MAX);
        questions.push(...texts.map((text) => ({ text, section, language })));
      }
    }
  }
  return questions;
}
