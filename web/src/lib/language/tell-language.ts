import { type Language, useLanguage } from './language.ts';

/** Words without which hardly a sentence of the language is said, and that the other one does not have. */
const COMMON_WORDS: Record<Language, RegExp> = {
  en: /\b(?:the|of|and|to|is|are|you|your|that|for|with|what|how|when|do|can|it|not|on|in|if|my|we|he|or)\b/gi,
  es: /[¿¡ñ]|\b(?:que|de|la|el|los|las|en|un|una|por|para|con|es|se|su|tu|del|si|lo|mi|y)\b/gi,
};

/** What the console speaks, and nothing else. */
export const CONSOLE_LANGUAGE: Language = 'en';

/** In which of our languages a text is, by its most common words; null where they do not tell. */
export function tellLanguage(text: string): Language | null {
  const count = (language: Language) => text.match(COMMON_WORDS[language])?.length ?? 0;
  const lead = count('en') - count('es');
  if (lead === 0) return null;
  return lead > 0 ? 'en' : 'es';
}

/** The `lang` of a text that may stand in another language than the page; undefined where it does not. */
export function useLangOf(text: string): Language | undefined {
  const { language } = useLanguage();
  return langIn(language, text);
}

/** The same on a page in a given language. */
export function langIn(page: Language, text: string): Language | undefined {
  const told = tellLanguage(text) ?? page;
  return told === page ? undefined : told;
}

/** The same on the console, which speaks English alone. */
export function langOnConsole(text: string): Language | undefined {
  return langIn(CONSOLE_LANGUAGE, text);
}
