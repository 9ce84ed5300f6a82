import { defineConfig } from 'vitest/config';

/** What takes too long for every change stands in `*.nightly.test.ts` (`npm run test:nightly`). */
const tiers = {
  'every-change': { tests: '*.test.ts', except: ['**/*.nightly.test.ts'] },
  nightly: { tests: '*.nightly.test.ts', except: [] },
};
const tier = tiers[process.env['TEST_TIER'] === 'nightly' ? 'nightly' : 'every-change'];

const node = (name: string) => ({
  test: {
    name,
    root: `./${name}`,
    include: [`src/**/${tier.tests}`, `test/**/${tier.tests}`],
    exclude: tier.except,
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
