import { type ReactNode, Suspense, useEffect, useState, useTransition } from 'react';
import { readStored, writeStored } from '../browser-store.ts';
import { chooseLanguage, type Language, LanguageContext } from './language.ts';

const STORAGE_KEY = 'language';
const PARAMETER = 'lang';

/** The language of this visit; one that the address asks for is remembered like a chosen one. */
export function firstLanguage(): Language {
  const asked = new URLSearchParams(window.location.search).get(PARAMETER);
  const remembered = readStored(STORAGE_KEY);
  const language = chooseLanguage({ address: asked, remembered, browser: navigator.languages });
  if (asked === language && remembered !== language) writeStored(STORAGE_KEY, language);
  return language;
}

/** Speaks one language on the whole page. While another one loads, the old texts stay. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const [, startTransition] = useTransition();

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const [choice] = useState(() => ({
    speak(next: Language) {
      writeStored(STORAGE_KEY, next);
      startTransition(() => setLanguage(next));
    },
  }));
  return (
    <LanguageContext value={{ language, speak: choice.speak }}>
      <Suspense>{children}</Suspense>
    </LanguageContext>
  );
}
