import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/**
 * Reads lists of texts from a YAML file, by their names. Optional ones that are missing are empty.
 *
 * @throws when another is missing, or one holds something else.
 */
export async function readLists(
  file: URL | string,
  names: readonly string[],
  optional: readonly string[] = [],
): Promise<readonly string[][]> {
  const lists = parse(await readFile(file, 'utf8')) as Record<string, unknown> | null;
  return [...names, ...optional].map((name) => {
    const list = lists?.[name] ?? (optional.includes(name) ? [] : undefined);
    if (!Array.isArray(list) || !list.every((text) => typeof text === 'string')) {
      throw new Error(`${String(file)} holds no list of texts called ${name}.`);
    }
    return list;
  });
}
