import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** Messages by what they need: help first in two kinds, or an ordinary answer. */
export interface DangerMessages {
  crisis: readonly string[];
  abuse: readonly string[];
  ordinary: readonly string[];
}

/** Reads a YAML file of three lists. @throws when one is missing. */
export async function readMessages(file: URL | string): Promise<DangerMessages> {
  const [crisis, abuse, ordinary] = await readLists(file, ['crisis', 'abuse', 'ordinary']);
  return { crisis: crisis ?? [], abuse: abuse ?? [], ordinary: ordinary ?? [] };
}

/** Reads lists of texts from a YAML file, by their names. @throws when one is missing. */
export async function readLists(
  file: URL | string,
  names: readonly string[],
): Promise<readonly string[][]> {
  const lists = parse(await readFile(file, 'utf8')) as Record<string, unknown> | null;
  return names.map((name) => {
    const list = lists?.[name];
    if (!Array.isArray(list) || !list.every((text) => typeof text === 'string')) {
      throw new Error(`${String(file)} holds no list of texts called ${name}.`);
    }
    return list;
  });
}
