import { defineConfig } from 'vitest/config';

/**
 * What takes too long for every change stands in `*.nightly.test.ts`; `npm run test:nightly` runs
 * that and everything else, with random inputs of its own.
 */
const isNightly = process.env['TEST_TIER'] === 'nightly';

const node = (name: string) => ({
  test: {
    name,
    root: `./${name}`,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: isNightly ? [] : ['**/*.nightly.test.ts'],
    setupFiles: [`${import.meta.dirname}/vitest.fixed-seed.ts`],
    environment: 'node',
    // Loading everything anew for each file takes as long as the tests; they leave nothing behind.
    isolate: false,
    // A database of its own for each file takes a second or two to make.
    hookTimeout: 60_000,
    testTimeout: 60_000,
    // A busy machine needs longer than the second that is the default.
    expect: { poll: { timeout: 20_000 } },
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
    maxWorkers: 2,
  },
});
