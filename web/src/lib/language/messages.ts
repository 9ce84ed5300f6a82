import { use } from 'react';
import { logProblem } from '../log-problem.ts';
import { LanguageContext } from './language.ts';

/** The texts of one feature: the same names and the same placeholders, in whatever words. */
export type Translated<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof Texts]: Translated<Texts[Name]> };

/** The texts of one feature in every language; English is there at once, the others on demand. */
interface Catalogue<Texts> {
  readonly english: Texts;
  /** Gives the same promise each time. English, when they cannot be loaded. */
  loadSpanish(): Promise<Texts>;
}

export function defineMessages<const English>(
  english: English,
  load: () => Promise<Translated<English>>,
): Catalogue<Translated<English>> {
  const original = english as Translated<English>;
  let loading: Promise<Translated<English>> | null = null;
  return {
    english: original,
    loadSpanish() {
      loading ??= load().catch((error: unknown) => {
        logProblem('The Spanish texts cannot be loaded.', error);
        return original;
      });
      return loading;
    },
  };
}

/** The texts of a feature in the language of the page; suspends while they are on their way. */
export function useMessages<Texts>(catalogue: Catalogue<Texts>): Texts {
  const { language } = use(LanguageContext);
  if (language === 'en') return catalogue.english;
  return use(catalogue.loadSpanish());
}
