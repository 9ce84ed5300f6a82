import { type Language, LANGUAGES, useLanguage } from '../lib/language/language.ts';

const NAMES = Object.entries(LANGUAGES) as [Language, string][];

/** The languages under their own names; the present one is pressed. */
export function LanguageSwitch({ label }: { label: string }) {
  const { language, speak } = useLanguage();
  return (
    // Before the program is there the form asks the server for the page in the other language.
    <form aria-label={label} className="-mx-2 flex text-sm">
      {NAMES.map(([name, ownName]) => (
        <button
          key={name}
          name="lang"
          value={name}
          lang={name}
          aria-pressed={name === language}
          onClick={(event) => {
            event.preventDefault();
            speak(name);
          }}
          className="min-h-8 rounded-sm px-2 text-ink-2 underline underline-offset-3 hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:no-underline pointer-coarse:min-h-control"
        >
          {ownName}
        </button>
      ))}
    </form>
  );
}
