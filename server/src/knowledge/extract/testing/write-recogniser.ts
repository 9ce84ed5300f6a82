import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { createTesseract } from '../recognise/create-tesseract.ts';

/** The program's table for one line of words, each so many pixels after the other. */
export function tableOf(words: readonly string[], confidence: number): string {
  const rows = words.map((word, index) =>
    [5, 1, 1, 1, 1, index + 1, 100 + index * 90, 100, 80, 20, confidence, word].join('\t'),
  );
  return ['level\tpage_num', '1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t', ...rows].join('\n');
}

/**
 * Writes a program in the place of tesseract that knows English. `act` is what it does once it has read a page, in
 * the shell's language; `seen` reads what it was given: `words`, `environment` or `input`.
 */
export async function writeRecogniser(act: string, limits?: { pageMs: number }) {
  const folder = await temporaryFolder();
  const path = join(folder, 'tesseract');
  await writeFile(
    path,
    `#!/bin/sh
if [ "$1" = --list-langs ]; then printf 'List of available languages (2):\\neng\\nosd\\n'; exit; fi
echo "$*" > ${folder}/words
/usr/bin/env > ${folder}/environment
/bin/cat > ${folder}/input
${act}
`,
  );
  await chmod(path, 0o755);
  const named = { program: 'tesseract', searchPath: folder };
  const seen = (name: 'words' | 'environment' | 'input') => readFile(join(folder, name), 'latin1');
  return { ...createTesseract({ ...named, ...(limits && { limits }) }), named, seen };
}

/** Shell's words that say a text. */
export function say(text: string): string {
  return `/bin/cat <<'END_OF_TEXT'\n${text}\nEND_OF_TEXT`;
}
