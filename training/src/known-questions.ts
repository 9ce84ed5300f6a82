import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import {
  listAbsentTopics,
  listAsked,
  listStarterSections,
} from '../../server/src/assistant/testing/list-starter-sections.ts';

const EXCEPT = new URL('../care/ordinary-sections.yaml', import.meta.url);

/** What people ask in a language of a section or an absent topic, by its number. */
export interface KnownQuestion {
  text: string;
  section: number;
  language: string;
}

/** The known questions that need no care. */
export async function readKnownQuestions(): Promise<KnownQuestion[]> {
  const { except } = parse(await readFile(EXCEPT, 'utf8')) as { except: string[] };
  return [...listStarterSections(), ...listAbsentTopics()].flatMap((draft, section) =>
    except.includes(draft.heading)
      ? []
      : ['en', 'es'].flatMap((language) => {
          return listAsked([draft], language).map((text) => ({ text, section, language }));
        }),
  );
}
