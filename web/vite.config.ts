import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { writePageHints } from './write-page-hints.ts';

const server = 'http://localhost:3000';

const readOnlyMarkdown = join(import.meta.dirname, 'markdown-is-only-read.ts');

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), writePageHints()],
  resolve: {
    alias: [{ find: /^(mdast-util-to-markdown|markdown-table)$/, replacement: readOnlyMarkdown }],
  },
  // The content security policy allows no data: fonts or scripts.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Small parts that several screens share travel together: fewer files, better packed.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /\/web\/src\/(ui|lib|session)\/|\/lucide-react\//,
              minShareCount: 2,
            },
            { name: 'spanish', test: /\.es\.ts$/ },
            { name: 'query', test: /\/@tanstack\/(react-query|query-core)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/identity': server, '/legal': server, '/outbox': server },
  },
});
