import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** Messages by what they need: help first in two kinds, or an ordinary answer. */
export interface DangerMessages {
  crisis: readonly string[];
  abuse: readonly string[];
  ordinary: readonly string[];
}

/** Reads a YAML file of three lists. @throws when it is not that. */
export async function readMessages(file: URL | string): Promise<DangerMessages> {
  const lists = parse(await readFile(file, 'utf8')) as Record<string, unknown> | null;
  const read = (name: keyof DangerMessages): string[] => {
    const list = lists?.[name];
    if (!Array.isArray(list) || !list.every((text) => typeof text === 'string')) {
      throw new Error(`${String(file)} holds no list of texts called ${name}.`);
    }
    return list;
  };
  return { crisis: read('crisis'), abuse: read('abuse'), ordinary: read('ordinary') };
}
