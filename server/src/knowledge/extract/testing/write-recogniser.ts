import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { createTesseract } from '../recognise/create-tesseract.ts';
import { scriptOf } from './recogniser-script.ts';

/**
 * Writes a program in the place of tesseract, which does what `act` says in the shell's language. `seen` reads what
 * it was given: `words`, `environment` or `input`.
 */
export async function writeRecogniser(act: string, limits?: { pageMs: number }) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'tesseract'), scriptOf(act, folder), { mode: 0o755 });
  const named = { program: 'tesseract', searchPath: folder };
  const seen = (name: 'words' | 'environment' | 'input') => readFile(join(folder, name), 'latin1');
  return { ...createTesseract({ ...named, ...(limits && { limits }) }), named, seen };
}
