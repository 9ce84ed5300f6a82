import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Reply } from './widget-client.ts';

const flags = z.strictObject({
  min_length: z.int().optional(),
  max_length: z.int().optional(),
  hidden: z.boolean().optional(),
  error: z.string().optional(),
});
const canned = z.record(
  z.string(),
  z.strictObject({
    name: z.string(),
    status: z.int(),
    error: z.string().optional(),
    actions: z.record(z.string(), z.record(z.string(), flags)),
  }),
);

const file = new URL('recordings/canned-screens.json', import.meta.url);
const screens = canned.parse(JSON.parse(readFileSync(file, 'utf8')));

/** What the unmodified widget drew of a recorded screen. */
export function findDrawn(screen: string): object {
  const drawn = screens[screen];
  if (!drawn) throw new Error(`no screen ${screen} was recorded`);
  return { screen, ...drawn };
}

/**
 * A reply in the form of {@link findDrawn}. It has to offer all of what was drawn: the same state,
 * its actions, their inputs with the same limits, and the same errors.
 */
export function reduceToDrawn(reply: Reply, screen: string): object {
  const actions = Object.entries(reply.actions).map(([name, { inputs }]) => {
    const shown = Object.entries(inputs).map(([key, { error, ...input }]) => [
      key,
      { ...input, ...(error ? { error: error.code } : {}) },
    ]);
    return [name, Object.fromEntries(shown)];
  });
  return { screen, ...reply, error: reply.error?.code, actions: Object.fromEntries(actions) };
}
