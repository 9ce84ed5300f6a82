import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
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

/**
 * The reply offers all that the unmodified widget drew of a recorded screen: the same state, its
 * actions, their inputs with the same limits, and the same errors.
 */
export function expectDrawn(reply: Reply, screen: string): void {
  const drawn = screens[screen];
  if (!drawn) throw new Error(`no screen ${screen} was recorded`);
  const actions = Object.entries(reply.actions).map(([name, { inputs }]) => {
    const shown = Object.entries(inputs).map(([key, { error, ...input }]) => [
      key,
      { ...input, ...(error ? { error: error.code } : {}) },
    ]);
    return [name, Object.fromEntries(shown)];
  });
  const offered = { ...reply, error: reply.error?.code, actions: Object.fromEntries(actions) };
  expect(offered, screen).toMatchObject(drawn);
}
