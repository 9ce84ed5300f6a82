import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { UNUSED_MARKDOWN } from './vite.config.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: [UNUSED_MARKDOWN] },
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../vitest.fixed-seed.ts', 'src/test-support/setup.ts'],
    css: false,
    // Without it vitest runs these files one after the other.
    maxWorkers: 3,
    // Answers are tested with the Markdown that is built.
    server: { deps: { inline: [/remark-gfm|(mdast-util|micromark-extension)-gfm/] } },
    testTimeout: 60_000,
  },
});
