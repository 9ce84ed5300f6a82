import { describeFault, readText } from './read-resource-lines.ts';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

/**
 * The content of a YAML file, as its schema reads it.
 *
 * @throws StartupError that names file, line and fault when it is no YAML or not what the schema demands.
 */
export function readYamlFile<S extends z.ZodType>(file: URL, schema: S): z.infer<S> {
  const lines = new LineCounter();
  const document = parseDocument(readText(file), {
    lineCounter: lines,
    prettyErrors: false,
  });
  const [broken] = document.errors;
  if (broken !== undefined)
    throw describeFault(file, lines.linePos(broken.pos[0]).line, broken.message);
  const read = schema.safeParse(document.toJS());
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])];
  const { line } = lines.linePos(findOffset(document, path));
  throw describeFault(file, line, `${path.join('.')}: ${issue?.message}`);
}

/** Where the entry begins to which a path leads, in UTF-16 units; of a missing one, what should hold it. */
function findOffset(document: Document, path: readonly PropertyKey[]): number {
  const last = path.at(-1);
  if (last === undefined) return 0;
  const parent = document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.value === last)
    : undefined;
  const found = pair?.key ?? document.getIn(path, true);
  if (isNode(found) && found.range) return found.range[0];
  return findOffset(document, path.slice(0, -1));
}
