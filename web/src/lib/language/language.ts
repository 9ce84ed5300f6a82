import { createContext, use } from 'react';
import { useWebConfig } from '../web-config.ts';

/** The languages of the visitor's screens, each under the name that its own speakers give it. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;

export type Language = keyof typeof LANGUAGES;

/** How dates are written, for people who live where the product is about. */
export const LOCALES: Record<Language, string> = { en: 'en-US', es: 'es-US' };

const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

/** The language of a tag such as `es-MX`, or null when it is none of ours. */
function languageOf(tag: string | null): Language | null {
  const name = tag?.toLowerCase().split('-')[0] ?? '';
  return isLanguage(name) ? name : null;
}

/**
 * The language to begin with: the one that the address asks for (`?lang=es`), else the remembered
 * choice, else the first of the browser's that we speak, else English.
 */
export function chooseLanguage(wishes: {
  address: string | null;
  remembered: string | null;
  browser: readonly string[];
}): Language {
  const tags = [wishes.address, wishes.remembered, ...wishes.browser];
  for (const tag of tags) {
    const language = languageOf(tag);
    if (language !== null) return language;
  }
  return 'en';
}

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

/** Terms, privacy policy and how a crisis is handled; pages that we serve ourselves speak the page's language. */
export function useLegalLinks(): { termsUrl: string; privacyUrl: string; safetyUrl: string } {
  const { termsUrl, privacyUrl } = useWebConfig();
  const { language } = useLanguage();
  const inLanguage = (url: string) =>
    language !== 'en' && url.startsWith('/legal/') ? `${url}?lang=${language}` : url;
  return {
    termsUrl: inLanguage(termsUrl),
    privacyUrl: inLanguage(privacyUrl),
    safetyUrl: inLanguage('/legal/safety'),
  };
}
