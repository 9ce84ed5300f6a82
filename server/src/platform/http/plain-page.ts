import type { FastifyInstance } from 'fastify';
import { readdir, readFile } from 'node:fs/promises';

/** Where {@link servePlainPageStyle} serves the style of plain pages. */
const PLAIN_PAGE_STYLE_URL = '/plain-page.css';
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** The letters of the web app, by the names of the files in which its build keeps them. */
const FONTS = [
  { family: 'Gabarito Variable', weights: '400 900', file: /^gabarito-latin-wght-normal-/ },
  {
    family: 'Hanken Grotesk Variable',
    weights: '100 900',
    file: /^hanken-grotesk-latin-wght-normal-/,
  },
];

/** A page for people that needs no script. `main` and `footer` are HTML, the rest is text. */
export function renderPlainPage(page: {
  title: string;
  productName: string;
  main: string;
  footer?: string;
  /** English unless given, with the words of the link past the header. */
  language?: string;
  skip?: string;
}): string {
  const { language = 'en', skip = 'Skip to content' } = page;
  const product = escapeHtml(page.productName);
  const footer = page.footer ?? '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} - ${product}</title>
<link rel="icon" href="/logo-mark.svg">
<link rel="stylesheet" href="${PLAIN_PAGE_STYLE_URL}">
</head>
<body>
<a class="skip" href="#main">${skip}</a>
<header><div><a class="brand" href="/"><img src="/logo-mark.svg" alt="" width="32" height="32">${product}</a></div></header>
<main id="main">
${page.main}
</main>
<footer><div><span>${product}</span>${footer}</div></footer>
</body>
</html>
`;
}

/** Makes text safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Serves the style that plain pages share: light and dark, readable in print, in the letters of the
 * web app where that is built.
 */
export async function servePlainPageStyle(
  app: FastifyInstance,
  { distFolder }: { distFolder: URL | undefined },
): Promise<void> {
  const style = await readFile(new URL('plain-page.css', import.meta.url), 'utf8');
  const letters = distFolder === undefined ? '' : await describeFonts(distFolder);
  app.get(PLAIN_PAGE_STYLE_URL, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(letters + style),
  );
}

async function describeFonts(distFolder: URL): Promise<string> {
  const assets = new URL(`${distFolder.href.replace(/\/$/, '')}/assets/`);
  // Without letters of its own a page has those of the system.
  const names = await readdir(assets).catch(() => []);
  return FONTS.flatMap(({ family, weights, file }) =>
    names
      .filter((name) => file.test(name))
      .map(
        (name) =>
          `@font-face{font-family:'${family}';font-weight:${weights};font-display:swap;src:url('/assets/${name}') format('woff2')}\n`,
      ),
  ).join('');
}
