import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import {
  listAbsentTopics,
  listAsked,
  listStarterSections,
} from '../../server/src/assistant/testing/list-starter-sections.ts';

const EXCEPT = new URL('../care/ordinary-sections.yaml', import.meta.url);
/** Ways of asking of one section or absent topic and language; more of them say little more. */
const WAYS_MAX = 14;

/** What people ask in a language of a section or an absent topic, by its number. */
export interface KnownQuestion {
  text: string;
  section: number;
  language: string;
}

/** The known questions that need no care, some of each section and absent topic, evenly spread. */
export async function readKnownQuestions(): Promise<KnownQuestion[]> {
  const { except } = parse(await readFile(EXCEPT, 'utf8')) as { except: string[] };
  return [...listStarterSections(), ...listAbsentTopics()].flatMap((draft, section) =>
    except.includes(draft.heading)
      ? []
      : ['en', 'es'].flatMap((language) => {
          const ways = listAsked([draft], language);
          const step = Math.max(1, ways.length / WAYS_MAX);
          const chosen = ways.filter(
            (_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step),
          );
          return chosen.map((text) => ({ text, section, language }));
        }),
  );
}
