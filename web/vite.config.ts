import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig, type Rolldown } from 'vite';
import { parseOnlyZod } from './parse-only-zod.ts';
import { writePageHints } from './write-page-hints.ts';

const server = 'http://localhost:3000';

/** What remark-gfm brings along and no answer needs. */
export const UNUSED_MARKDOWN = {
  find: /^(mdast-util-to-markdown|markdown-table|(mdast-util|micromark-extension)-gfm-(footnote|task-list-item))$/,
  replacement: join(import.meta.dirname, 'unused-markdown.ts'),
};

/** An icon that one module alone draws comes with that module. */
function isOwnIcon(id: string, build: Rolldown.ChunkingContext): boolean {
  if (!id.includes('/lucide-react/')) return false;
  return build.getModuleInfo(id)?.importers.length === 1;
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), parseOnlyZod(), writePageHints()],
  resolve: { alias: [UNUSED_MARKDOWN] },
  // The content security policy allows no data: fonts or scripts.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    // The largest shows a PDF, and is loaded with the first one that is opened.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What is needed together travels together: over a slow line each file costs a round trip.
        codeSplitting: {
          groups: [
            { name: 'spanish', test: /\.es\.ts$/, priority: 3 },
            {
              name: 'main',
              test: /\/web\/(index\.html|src\/(main|app\/(app|routes|main-layout|messages)\.))|\/node_modules\/(react|react-dom|scheduler|react-router)\/|\/lucide-react\/dist\/esm\/(?!icons)|\/web\/src\/(ui\/(?!admin\/|data-table|side-drawer|tag\.)|lib\/(?!admin\/|dates|use-opened-item)|session\/|features\/landing\/)/,
              priority: 2,
            },
            {
              debugName: 'signed-in',
              name: (id, build) => (isOwnIcon(id, build) ? null : 'signed-in'),
              test: /\/lucide-react\/|\/zod\/|\/@tanstack\/(react-query|query-core)\/|\/contract\/src\/(call|session|consent|chat|feedback|profile|success-reply)\.ts|\/web\/src\/app\/signed-in-area/,
              priority: 1,
            },
            // What several pages of the console share comes with their frame.
            {
              name: 'admin',
              test: /\/web\/src\/(app\/admin-layout|(ui|lib)\/admin\/|ui\/(data-table|side-drawer|tag)\.|lib\/(dates|use-opened-item)\.|features\/(admin-dashboard|documents|sites|users)\/)|\/contract\/src\/(attention|deleted-source|documents|logs|sites|tags)\.ts/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/identity': server, '/legal': server, '/outbox': server },
  },
});
