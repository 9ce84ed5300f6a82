import { defineConfig } from 'vitest/config';

const node = (name: string) => ({
  test: {
    name,
    root: `./${name}`,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    // Loading everything anew for each file takes as long as the tests; they leave nothing behind.
    isolate: false,
    // A database of its own for each file takes a second or two to make.
    hookTimeout: 60_000,
    testTimeout: 30_000,
  },
});

export default defineConfig({
  test: {
    projects: [node('contract'), node('identity'), node('server'), './web/vitest.config.ts'],
    maxWorkers: 2,
  },
});
