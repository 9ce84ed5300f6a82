import { escapeHtml } from '../escape-html.ts';

/** Where {@link servePlainPageStyle} serves the style of plain pages. */
export const PLAIN_PAGE_STYLE_URL = '/plain-page.css';

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
