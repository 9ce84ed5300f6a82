import { z } from 'zod';
import { readYamlFile } from '../platform/read-yaml-file.ts';
import { CARE_TOPICS } from './safety/care-topics.ts';

const FOLDER = new URL('../../../knowledge-base/assistant/', import.meta.url);

/** What the assistant knows about its topic, and what it says in its own words, in one language. */
export interface Domain {
  /** Of the texts: `en`, `es`. */
  language: string;
  words: Words;
  texts: Texts;
  care: Care;
  literalWords: LiteralWords;
  prompts: Prompts;
}

/**
 * Reads it in each language of `words.yaml` from `knowledge-base/assistant`, the default one first.
 * @throws StartupError that names file, line and fault.
 */
export function loadDomains(folder: URL = FOLDER): [Domain, ...Domain[]] {
  const words = readYamlFile(new URL('words.yaml', folder), wordsSchema);
  const prompts = readYamlFile(new URL('prompts.yaml', folder), promptsSchema);
  const literalWords = readYamlFile(new URL('literal-words.yaml', folder), literalWordsSchema);
  const read = (language: string): Domain => ({
    language,
    words,
    texts: readYamlFile(new URL(`texts.${language}.yaml`, folder), textsSchema),
    care: readYamlFile(new URL(`care.${language}.yaml`, folder), careSchema),
    literalWords,
    prompts,
  });
  const [first = 'en', ...others] = words.languages.keys();
  return [read(first), ...[...others].map(read)];
}

/** One pattern, ignoring case, for literal texts, found as whole words, and `/patterns/`. */
const patternSchema = z
  .array(z.string().min(1))
  .min(1)
  .transform((entries, context) => {
    try {
      return new RegExp(entries.map(toSource).join('|'), 'i');
    } catch (error) {
      context.addIssue({ code: 'custom', message: String(error) });
      return z.NEVER;
    }
  });

function toSource(entry: string): string {
  const literal = entry.replaceAll(/[^\w\s]/g, String.raw`\$&`);
  return /^\/(.+)\/$/.exec(entry)?.[1] ?? String.raw`\b${literal}\b`;
}

/** A name of the domain; people write it like this unless more is said. */
const nameSchema = z
  .strictObject({
    name: z.string(),
    said: patternSchema.optional(),
    /** What it is one of, as texts that write it out call it. */
    as: z.string().optional(),
  })
  .transform(({ name, as, said }) => ({
    name,
    as,
    pattern: said ?? new RegExp(toSource(name), 'i'),
  }));
export type DomainName = z.infer<typeof nameSchema>;

/** A word that stands in patterns as it is. */
const wordSchema = z.string().regex(/^[a-z]+(?: [a-z]+)*$/);

/** Words between blanks, in lower case and without accents. */
const wordSetSchema = z
  .string()
  .regex(/^[a-z\d]+(?:\s+[a-z\d]+)*$/)
  .transform((text) => new Set(text.split(/\s+/)));
const languageCode = z.string().regex(/^[a-z]{2,3}$/);
const phrasesSchema = z.array(wordSchema).min(1);

/** How a language is told, and what people say in it that no source is needed for. */
const languageSchema = z.strictObject({
  common: wordSetSchema,
  in_names: wordSetSchema.default(new Set<string>()),
  marks: z.string().default(''),
  letters: z
    .string()
    .regex(/^\p{L}+$/u)
    .transform((letters) => new RegExp(`[${letters}]`, 'giu'))
    .optional(),
  small_talk: z.strictObject({
    greeting: patternSchema,
    thanks: patternSchema,
    farewell: patternSchema,
    identity: patternSchema,
  }),
  follow_up: z
    .strictObject({
      asides: phrasesSchema,
      continues: phrasesSchema,
      opens: phrasesSchema,
      refers: phrasesSchema,
    })
    .transform(({ asides, continues, opens, refers }) => {
      const start = `^(?:(?:${asides.join('|')})[,.!]? )*`;
      const either = (phrases: readonly string[]) =>
        phrases.toSorted((a, b) => b.length - a.length).join('|');
      return {
        asides: new Set(asides),
        continues: new RegExp(`${start}(?:${either(continues)})\\b\\s*`),
        opens: new RegExp(`${start}(?:${either([...continues, ...opens])})\\b`),
        refers: new RegExp(`\\b(?:${either(refers)})\\b`),
      };
    }),
  questions: z.strictObject({ joins: phrasesSchema, asks: phrasesSchema }),
});
export type LanguageWords = z.infer<typeof languageSchema>;

function toMap<T>(byKey: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(byKey));
}

const wordsSchema = z.strictObject({
  divisions: z.array(nameSchema),
  sports: z.array(nameSchema),
  offices: z.array(wordSchema),
  verdicts: z.strictObject({ states: z.array(wordSchema), outcomes: z.array(wordSchema) }),
  languages: z.record(languageCode, languageSchema).transform(toMap),
  foreign: z.record(languageCode, wordSetSchema).transform(toMap),
});
export type Words = z.infer<typeof wordsSchema>;

/** A text without placeholders. */
const plain = z.string().min(1);

/** The values of a text's placeholders, by their names. */
type Values<K extends string> = Readonly<Record<K, string>>;
const PLACEHOLDER = /\{([a-z]+)\}/g;

/** A text with these placeholders, each at least once and no others, as a function that fills them in. */
function text<K extends string>(...keys: readonly K[]) {
  return z
    .string()
    .superRefine((template, context) => {
      const held = new Set([...template.matchAll(PLACEHOLDER)].map(([, key = '']) => key));
      if (held.symmetricDifference(new Set<string>(keys)).size === 0) return;
      const wanted = keys.length === 0 ? 'no placeholder' : `{${keys.join('}, {')}}`;
      context.addIssue({ code: 'custom', message: `must hold ${wanted} and no other` });
    })
    .transform((template) => (values: Values<K>) => fill(template, values));
}

function fill(template: string, values: Values<string>): string {
  return template.replaceAll(PLACEHOLDER, (_all, key: string) => values[key] ?? '');
}

/** A text that addresses the asker by `name`, the screen name as markdown, unless that is empty. */
function addressed<K extends string>(...keys: readonly K[]) {
  return z
    .strictObject({ unnamed: text(...keys), named: text<K | 'name'>(...keys, 'name') })
    .transform(({ unnamed, named }) => (name: string, values: Values<K>) => {
      const all: Values<K | 'name'> = { ...values, name };
      return name === '' ? unnamed(all) : named(all);
    });
}

const textsSchema = z.strictObject({
  addressed: text('name'),
  closest: addressed(),
  dates_differ: text('oldest', 'newest', 'authority'),
  one_division: text('division'),
  goals: text('goals'),
  goals_joined_by: plain,
  not_covered: addressed(),
  nearest_topics: text('topics'),
  where_to_ask: plain,
  contact_not_covered: text('name', 'role', 'address'),
  one_unread: plain,
  many_unread: text('count'),
  untranslated: text('language'),
  privacy: plain,
  contact_in_help: text('name', 'role', 'address'),
  in_country: text('country', 'lines'),
  greeting: addressed('assistant'),
  thanks: addressed(),
  farewell: addressed(),
  identity: text('assistant', 'product'),
  language: plain,
  code: plain,
  nonsense: plain,
});
export type Texts = z.infer<typeof textsSchema>;

/** What is said first to a message that needs help, and what stands before an answer where that is only possible. */
const helpSchema = z.strictObject({ text: plain, help_line: plain });

/**
 * What follows an answer in one sentence. `declines`: it comes before the answer, and instead of "not in my sources",
 * where that is surely asked.
 */
const noteSchema = z.strictObject({ note: plain, declines: z.boolean().default(false) });

const careSchema = z.strictObject({
  crisis: helpSchema,
  abuse: helpSchema,
  health: helpSchema,
  under_thirteen: noteSchema,
  deception: noteSchema,
  private_data: noteSchema,
  ghost_writing: noteSchema,
  professional_advice: noteSchema,
  eligibility: noteSchema,
  odds: noteSchema,
});
export type Care = z.infer<typeof careSchema>;

/** Words that tell a topic by themselves, in any language. */
const literalWordsSchema = z.partialRecord(
  z.enum(CARE_TOPICS),
  z.strictObject({
    said: patternSchema,
    unless: patternSchema.transform(({ source }) => new RegExp(source, 'gi')).optional(),
  }),
);
export type LiteralWords = z.infer<typeof literalWordsSchema>;

const promptsSchema = z.strictObject({
  answer: text('assistant', 'product', 'marker', 'language'),
  rewrite: plain,
  known_questions: plain,
  second_reader: plain,
});
export type Prompts = z.infer<typeof promptsSchema>;
