const STREET =
  '(?:Street|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Circle|Terrace|Parkway|Pkwy|Highway|Hwy|Place|St|Way)';
/** A house number, names that begin with a capital, a kind of street; in any case where somebody says that they live there. */
const ADDRESS = String.raw`\b\d{1,5}[A-Za-z]? (?:[NSEW]\.? )?(?:\p{Lu}[\p{L}'.]+ ){1,3}`;
const OWN_ADDRESS = String.raw`\b(?:live at|address is|house is at|staying at) \d{1,5} (?:[\p{L}'.]+ ){1,3}`;
/** Numbers that help look like somebody's phone, and stay. */
const HELP_LINE = '833-587-7233|866-200-0796|800-422-4453';
const PHONE = String.raw`(?:\+?1[-. ]?)?(?!${HELP_LINE})(?:\(\d{3}\) ?|\d{3}[-. ]?)\d{3}[-. ]?\d{4}`;

/** What a person should not have typed about themselves, with a word to put in its place. */
const KINDS: readonly (readonly [pattern: RegExp, mask: string])[] = [
  [/\b(?:\d{3}-\d{2}-\d{4}|(?:\d{4}[ -]?){3}\d{1,7})\b/g, '[number]'],
  [/\b(?:ssn|social(?: security)?)\b\D{0,20}\d{3}[ -]?\d{2}[ -]?\d{4}\b/gi, '[number]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail address]'],
  [new RegExp(`(?<![\\d.$])${PHONE}(?!\\d)`, 'g'), '[phone number]'],
  [new RegExp(`${ADDRESS}${STREET}\\b`, 'gu'), '[address]'],
  [new RegExp(`${OWN_ADDRESS}${STREET}\\b`, 'giu'), '[address]'],
];

/**
 * The text without phone numbers, addresses, e-mail addresses and numbers of papers or cards: what is
 * kept of a message, searched for and told to a model.
 */
export function maskPersonalData(text: string): string {
  return KINDS.reduce((rest, [pattern, mask]) => rest.replaceAll(pattern, mask), text);
}

/** Whether something was masked in a text. */
export function isMasked(text: string): boolean {
  return KINDS.some(([, mask]) => text.includes(mask));
}
