import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

export const DEPLOY_FOLDER = new URL('../../../deploy/', import.meta.url);
export const readDeployed = (name: string) => readFileSync(new URL(name, DEPLOY_FOLDER), 'utf8');

const composed = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      environment: z.record(z.string(), z.string()).optional(),
      command: z.array(z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      read_only: z.boolean().optional(),
      tmpfs: z.array(z.string()).optional(),
      cap_drop: z.array(z.string()).optional(),
      security_opt: z.array(z.string()).optional(),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
  configs: z.object({ hanko: z.object({ content: z.string() }) }),
});

/** What `.env.example` names, each with its own value or one made up. */
export const EXAMPLE: ReadonlyMap<string, string> = new Map(
  [...readDeployed('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value]) => [
    name,
    value || `value-of-${name}`,
  ]),
);

/** `compose.yaml` as Compose reads it, with what it makes of `${NAME}`, `${NAME:?…}` and `${NAME:-…}`. */
export function readCompose(values: ReadonlyMap<string, string> = EXAMPLE) {
  const text = readDeployed('compose.yaml').replaceAll(
    /\$\{(\w+)(?::[?-][^}]*)?\}/g,
    (_all, name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`.env.example does not name ${name}`);
      return value;
    },
  );
  return composed.parse(parse(text));
}
