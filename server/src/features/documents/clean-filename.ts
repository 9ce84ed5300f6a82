import { FILENAME_MAX_LENGTH } from '@pathway/contract/limits';

/** Control characters, and the invisible ones that turn or hide text (U+200B–200F, U+202A–202E, U+2060–2069, U+FEFF). */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** The name to show for an upload: no folders, nothing invisible, at most 200 characters, extension kept. */
export function cleanFilename(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const clean = base.toWellFormed().normalize('NFC').replace(INVISIBLE, '').trim();
  if (clean.length <= FILENAME_MAX_LENGTH) return clean;
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  return clean.slice(0, FILENAME_MAX_LENGTH - extension.length).toWellFormed() + extension;
}
