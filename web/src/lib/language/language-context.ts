import { createContext, use } from 'react';
import type { Language } from './language.ts';

interface LanguageChoice {
  readonly language: Language;
  /** Switches the whole page and remembers the choice. */
  readonly speak: (language: Language) => void;
}

export const LanguageContext = createContext<LanguageChoice>({
  language: 'en',
  speak: () => undefined,
});

export const useLanguage = (): LanguageChoice => use(LanguageContext);
