import { use } from 'react';
import type { Catalogue } from './define-messages.ts';
import { LanguageContext } from './language-context.ts';

/** The texts of a feature in the language of the page; suspends while they are on their way. */
export function useMessages<Texts>(catalogue: Catalogue<Texts>): Texts {
  const { language } = use(LanguageContext);
  if (language === 'en') return catalogue.english;
  return use(catalogue.loadSpanish());
}
