import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pinnedNode } from '../../../scripts/ensure-installed.mjs';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const lockedPackage = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
});
const { packages } = z
  .object({ packages: z.record(z.string(), lockedPackage) })
  .parse(JSON.parse(read('package-lock.json')));
const { optionalDependencies } = z
  .object({ optionalDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

test('the Node that runs this comes out of a package of which the checksum is locked', () => {
  expect(realpathSync(process.execPath)).toBe(realpathSync(pinnedNode));
  const names = Object.keys(optionalDependencies);
  expect(names.some((name) => pinnedNode.includes(join('node_modules', name)))).toBe(true);
  for (const name of names) {
    const locked = packages[`node_modules/${name}`];
    expect(locked).toMatchObject({
      version: process.versions.node,
      integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
    });
  }
});

test('everything that is installed has a locked checksum, from whichever registry, and runs no script of its own', () => {
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(read('.npmrc')).toContain('ignore-scripts=true\n');
});
