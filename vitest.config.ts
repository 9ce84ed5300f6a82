import { defineConfig } from 'vitest/config';

/**
 * What takes too long for every change stands in `*.nightly.test.ts`; `npm run test:nightly` runs
 * that and everything else, with random inputs of its own.
 */
const isNightly = process.env['TEST_TIER'] === 'nightly';
/** What needs programs or weights that no lockfile brings stands in `*.real.test.ts`; `npm run test:real`. */
const isReal = process.env['TEST_TIER'] === 'real';

const node = (name: string) => ({
  test: {
    name,
    root: `./${name}`,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [
      ...(isNightly ? [] : ['**/*.nightly.test.ts']),
      ...(isReal ? [] : ['**/*.real.test.ts']),
    ],
    setupFiles: [`${import.meta.dirname}/vitest.fixed-seed.ts`],
    environment: 'node',
    // Loading everything anew for each file takes as long as the tests; they leave nothing behind.
    isolate: false,
    // Limits for what hangs: a machine that is busy besides may take ten times as long as an idle one.
    hookTimeout: 180_000,
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});

export default defineConfig({
  test: {
    projects: [
      node('contract'),
      node('identity'),
      node('server'),
      node('evaluation'),
      './web/vitest.config.ts',
    ],
    // Much of a test is waiting: for a database, a process, a clock.
    maxWorkers: 3,
  },
});
