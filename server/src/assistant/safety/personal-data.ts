/** Numbers that help, and look like somebody's phone. */
const HELP_LINE = /\b(833-587-7233|866-200-0796|1-800-422-4453)\b/;

const STREET =
  '(?:Street|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Circle|Terrace|Parkway|Pkwy|Highway|Hwy|Place|St|Way)';

/** What a person should not have typed about themselves, with a word to put in its place. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\b\d{3}-\d{2}-\d{4}\b/g, '[number]'],
  [
    /\b(?:ssn|social(?: security)?(?: number| no\.?)?)\b\D{0,12}\d{3}[ -]?\d{2}[ -]?\d{4}\b/gi,
    '[number]',
  ],
  [/\b(?:\d{4}[ -]?){3}\d{1,7}\b/g, '[number]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail address]'],
  [/(?<![\d.])(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?!\d)/g, '[phone number]'],
  [/(?<![\d.$])\d{10}(?!\d)/g, '[phone number]'],
  // A house number, names that begin with a capital, a kind of street.
  [
    new RegExp(
      `\\b\\d{1,5}[A-Za-z]? (?:[NSEW]\\.? )?(?:\\p{Lu}[\\p{L}'.]+ ){1,3}${STREET}\\b`,
      'gu',
    ),
    '[address]',
  ],
  [
    new RegExp(
      `\\b(?:live at|address is|house is at|staying at) \\d{1,5} (?:[\\p{L}'.]+ ){1,3}${STREET}\\b`,
      'giu',
    ),
    '[address]',
  ],
];

const MASKS = new Set(KINDS.map(([, mask]) => mask));

/**
 * The text without phone numbers, addresses, e-mail addresses and numbers of papers or cards: what is
 * kept of a message, searched for and told to a model.
 */
export function maskPersonalData(text: string): string {
  // Every second part is a help line.
  return text
    .split(HELP_LINE)
    .map((part, index) => (index % 2 === 1 ? part : mask(part)))
    .join('');
}

/** Whether something was masked in a text. */
export function isMasked(text: string): boolean {
  return [...MASKS].some((word) => text.includes(word));
}

function mask(text: string): string {
  return KINDS.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), text);
}
