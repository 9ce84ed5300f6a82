import type { Plugin } from 'vite';

const DESCRIBING = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const EXPORT = /^export (?:const|function) (\w+)/gm;

/**
 * Leaves out of the program how zod describes a schema as JSON Schema, which each schema's constructor
 * refers to: a browser only parses with them. 5 kB less.
 */
export function parseOnlyZod(): Plugin {
  return {
    name: 'parse-only-zod',
    apply: 'build',
    transform: {
      filter: { id: DESCRIBING },
      handler: (code) =>
        Array.from(
          code.matchAll(EXPORT),
          ([, name]) => `export const ${name} = () => undefined;`,
        ).join('\n'),
    },
  };
}
