import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { StartupError } from './startup-error.ts';

// Apart from `read-json-file.ts`, because the process that reads uploaded files reads lists as well, and may
// load little else.

const FOLDER = new URL('../../resources/', import.meta.url);

/** A file of `server/resources`, whose PROVENANCE.md says where each comes from. */
export function resourceFile(name: string): URL {
  return new URL(name, FOLDER);
}

/**
 * The lines of a text file, each of which must match `pattern`.
 *
 * @throws StartupError that names the file and the line at fault.
 */
export function readResourceLines(file: URL, pattern: RegExp): string[] {
  const lines = readText(file).trimEnd().split('\n');
  const fault = lines.findIndex((line) => !pattern.test(line));
  if (fault >= 0) throw describeFault(file, fault + 1, 'the line is not as it should be');
  return lines;
}

/**
 * The text of a file; one whose name ends in `.gz` is unpacked.
 *
 * @throws StartupError that names the file.
 */
export function readText(file: URL): string {
  try {
    const bytes = readFileSync(file);
    return (file.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (cause) {
    throw new StartupError(`${fileURLToPath(file)} cannot be read.`, { cause });
  }
}

/** The error for a line, counted from 1. */
export function describeFault(file: URL, line: number, message: string): StartupError {
  return new StartupError(`${fileURLToPath(file)}:${line}: ${message}`);
}
