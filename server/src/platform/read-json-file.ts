import type { z } from 'zod';
import { readText } from './read-resource-lines.ts';
import { readYamlFile } from './read-yaml-file.ts';

/**
 * The content of a JSON file, as its schema reads it.
 *
 * @throws StartupError that names file, line and fault when it is broken or not what the schema demands.
 */
export function readJsonFile<S extends z.ZodType>(file: URL, schema: S): z.infer<S> {
  const read = schema.safeParse(parseJson(readText(file)));
  // The YAML reader takes JSON as well and knows lines; it is slow on large files.
  return read.success ? read.data : readYamlFile(file, schema);
}

/** The value of a JSON text; undefined for none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
