import type { LegalLanguage } from './legal-language.ts';
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

const WORDS = {
  en: {
    version: 'Version',
    skip: 'Skip to content',
    legal: 'Legal',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    others: '<a href="?lang=es" lang="es" hreflang="es">Español</a>',
  },
  es: {
    version: 'Versión',
    skip: 'Saltar al contenido',
    legal: 'Información legal',
    terms: 'Términos del servicio',
    privacy: 'Política de privacidad',
    others: '<a href="?lang=en" lang="en" hreflang="en">English</a>',
  },
} as const;

/** Renders a legal text as a page of its own; it needs no script. */
export function renderLegalPage(
  text: LegalText,
  page: { productName: string; version: string; language: LegalLanguage },
): string {
  const { language, productName } = page;
  const words = WORDS[language];
  const main = [
    `<p class="version">${words.version} ${escapeHtml(page.version)}</p>`,
    `<h1>${escapeHtml(text.title)}</h1>`,
    `<p>${escapeHtml(text.intro)}</p>`,
    ...text.sections.map(renderSection),
  ].join('\n');
  const footer =
    `<nav aria-label="${words.legal}"><a href="/legal/terms?lang=${language}">${words.terms}</a>` +
    `<a href="/legal/privacy?lang=${language}">${words.privacy}</a>${words.others}</nav>`;
  return renderPlainPage({
    title: text.title,
    productName,
    main,
    footer,
    language,
    skip: words.skip,
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
