import { escapeHtml } from '../../platform/http/escape-html.ts';
import { renderPlainPage } from '../../platform/http/plain-page/render-plain-page.ts';

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

const FOOTER =
  '<nav aria-label="Legal"><a href="/legal/terms">Terms of Service</a>' +
  '<a href="/legal/privacy">Privacy Policy</a></nav>';

/** Renders a legal text as a page of its own; it needs no script. */
export function renderLegalPage(
  text: LegalText,
  page: { productName: string; version: string },
): string {
  const main = [
    `<p class="version">Version ${escapeHtml(page.version)}</p>`,
    `<h1>${escapeHtml(text.title)}</h1>`,
    `<p>${escapeHtml(text.intro)}</p>`,
    ...text.sections.map(renderSection),
  ].join('\n');
  return renderPlainPage({
    title: text.title,
    productName: page.productName,
    main,
    footer: FOOTER,
  });
}

function renderSection({ heading, paragraphs = [], points = [] }: LegalSection): string {
  const items = points.map((point) => `<li>${escapeHtml(point)}</li>`).join('');
  return [
    `<h2>${escapeHtml(heading)}</h2>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(items === '' ? [] : [`<ul>${items}</ul>`]),
  ].join('\n');
}
