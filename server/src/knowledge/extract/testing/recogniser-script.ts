/** The table that tesseract writes for one line of words, each so many pixels after the other. */
export function tableOf(words: readonly string[], confidence: number): string {
  const rows = words.map((word, index) =>
    [5, 1, 1, 1, 1, index + 1, 100 + index * 90, 100, 80, 20, confidence, word].join('\t'),
  );
  return ['level\tpage_num', '1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t', ...rows].join('\n');
}

/** Shell's words that say a text. */
export function say(text: string): string {
  return `/bin/cat <<'END_OF_TEXT'\n${text}\nEND_OF_TEXT`;
}

/**
 * A program in the place of tesseract that knows English. `act` is what it does once it has read a page, in the
 * shell's language; what it was given it keeps in a folder.
 */
export function scriptOf(act: string, folder: string): string {
  return `#!/bin/sh
if [ "$1" = --list-langs ]; then printf 'List of available languages (2):\\neng\\nosd\\n'; exit; fi
echo "$*" > ${folder}/words
/usr/bin/env > ${folder}/environment
/bin/cat > ${folder}/input
${act}
`;
}
