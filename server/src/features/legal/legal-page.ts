import { escapeHtml } from '../../platform/http/escape-html.ts';

/** A text for people to read: headings with paragraphs and lists, all plain text. */
export interface LegalText {
  title: string;
  intro: string;
  sections: readonly LegalSection[];
}

export interface LegalSection {
  heading: string;
  paragraphs?: readonly string[];
  points?: readonly string[];
}

/** Renders a legal text as a page of its own; it needs no script. */
export function renderLegalPage(
  text: LegalText,
  page: { productName: string; version: string; styleUrl: string },
): string {
  const product = escapeHtml(page.productName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(text.title)} - ${product}</title>
<link rel="stylesheet" href="${escapeHtml(page.styleUrl)}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><div><a class="brand" href="/">${product}</a></div></header>
<main id="main">
<p class="version">Version ${escapeHtml(page.version)}</p>
<h1>${escapeHtml(text.title)}</h1>
<p>${escapeHtml(text.intro)}</p>
${text.sections.map(renderSection).join('\n')}
</main>
<footer><div><span>${product}</span><nav aria-label="Legal"><a href="/legal/terms">Terms of Service</a><a href="/legal/privacy">Privacy Policy</a></nav></div></footer>
</body>
</html>
`;
}

function renderSection({ heading, paragraphs = [], points = [] }: LegalSection): string {
  const items = points.map((point) => `<li>${escapeHtml(point)}</li>`).join('');
  return [
    `<h2>${escapeHtml(heading)}</h2>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(items === '' ? [] : [`<ul>${items}</ul>`]),
  ].join('\n');
}
