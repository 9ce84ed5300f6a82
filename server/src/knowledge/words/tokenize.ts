const APOSTROPHES = /[’ʼ‘`´]/g;
const POSSESSIVE = /'s\b/g;
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;
const DOTTED_ABBREVIATION = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu;
const WORD = /\d+\.\d+|[\p{L}\p{N}]+/gu;

/**
 * The words of a text in order: lower case, without accents and apostrophes. `U.S.` is `us`,
 * `20,000` is `20000`, `student's` is `student`.
 */
export function tokenize(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(APOSTROPHES, "'")
      .replace(POSSESSIVE, '')
      .replaceAll("'", '')
      .replace(THOUSANDS, '')
      .replace(DOTTED_ABBREVIATION, (abbreviation) => abbreviation.replaceAll('.', ''))
      .match(WORD) ?? []
  );
}
