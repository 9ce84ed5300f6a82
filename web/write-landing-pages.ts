import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as LandingPage from './src/app/landing-page.tsx';
import { build, createServer, type Manifest, type Plugin } from 'vite';

const DIST = join(import.meta.dirname, 'dist');
const SOURCE = join(import.meta.dirname, 'src', 'app');
/** What waits until the landing page stands: over a slow line each byte beside it delays its paint. */
const LATER =
  /\s*(<link\s[^>]*rel="(stylesheet|preload|modulepreload)"[^>]*>|<script type="module"[^>]*><\/script>)/g;
/** The configured names and addresses, for which the server looks when it starts. */
const MARKS = {
  productName: '__PRODUCT_NAME__',
  assistantName: '__ASSISTANT_NAME__',
  consentVersion: '',
  signInUrl: '',
  termsUrl: '__TERMS_URL__',
  privacyUrl: '__PRIVACY_URL__',
  contactName: '',
  contactUrl: '',
};

const style = await buildStyle();
const shell = await readFile(join(DIST, 'index.html'), 'utf8');
const manifest = JSON.parse(
  await readFile(join(DIST, '.vite', 'manifest.json'), 'utf8'),
) as Manifest;
const pages = await renderPages();
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
await writeFile(join(DIST, 'landing-pages.json'), JSON.stringify({ styleHash, pages }));

/** The page in each language. */
async function renderPages(): Promise<Record<string, string>> {
  const vite = await createServer({
    configFile: false,
    root: import.meta.dirname,
    plugins: [leaveOutStyles(), react()],
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const module = await vite.ssrLoadModule('/src/app/landing-page.tsx');
    const { renderLandingPage } = module as typeof LandingPage;
    const pages: Record<string, string> = {};
    for (const language of ['en', 'es'] as const) {
      pages[language] = fillShell(language, await renderLandingPage(language, MARKS));
    }
    return pages;
  } finally {
    await vite.close();
  }
}

/** The markup alone is wanted of what imports its style. */
function leaveOutStyles(): Plugin {
  const nothing = '\0no-style';
  return {
    name: 'leave-out-styles',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.css') ? nothing : undefined),
    load: (id) => (id === nothing ? '' : undefined),
  };
}

async function buildStyle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    plugins: [tailwindcss()],
    logLevel: 'warn',
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(SOURCE, 'landing-page.css') },
    },
  });
  for (const part of 'output' in built ? built.output : []) {
    if (part.fileName.endsWith('.css') && part.type === 'asset') return String(part.source);
  }
  throw new Error('The build has no style of the landing page.');
}

/** The page of the whole app, with the landing page in it and all that this needs to be painted. */
function fillShell(
  language: string,
  { title, description, html }: { title: string; description: string; html: string },
): string {
  const later = [...(shell.match(LATER) ?? []), ...(language === 'es' ? [spanishTexts()] : [])];
  let page = shell.replace(LATER, '');
  const put = (place: string | RegExp, text: string) => {
    if (page.split(place).length !== 2) throw new Error(`index.html has not one ${place}`);
    page = page.replace(place, () => text);
  };
  put('<html lang="en">', `<html lang="${language}">`);
  put('<title>Loading...</title>', `<title>${title}</title>`);
  put(/(?<=<meta\s+name="description"\s+content=")[^"]*/, description);
  put('</head>', `  <style>${style}</style>\n  </head>`);
  put(
    /<div id="root">.*<\/div>(?=\s*<noscript>)/s,
    `<div id="root" data-language="${language}">${html}</div>`,
  );
  put('</body>', `${later.join('')}\n  </body>`);
  return page;
}

/** Asks for the texts together with the program, which would only then. */
function spanishTexts(): string {
  const holder = Object.values(manifest).find(({ name }) => name === 'spanish');
  if (holder === undefined) throw new Error('The build has no chunk of the Spanish texts.');
  return `\n    <link rel="modulepreload" crossorigin href="/${holder.file}">`;
}
