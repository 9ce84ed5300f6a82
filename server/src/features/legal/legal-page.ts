import { z } from 'zod';
import type { PageLanguage } from '../../platform/http/choose-language.ts';
import { escapeHtml, renderPlainPage } from '../../platform/http/plain-page.ts';
import { readYamlFile } from '../../platform/read-yaml-file.ts';

const FOLDER = new URL('../../../../knowledge-base/legal/', import.meta.url);

const WORDS = {
  en: {
    version: 'Version',
    skip: 'Skip to content',
    legal: 'Legal',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    safety: 'Safety',
    others: '<a href="?lang=es" lang="es" hreflang="es">Español</a>',
  },
  es: {
    version: 'Versión',
    skip: 'Saltar al contenido',
    legal: 'Información legal',
    terms: 'Términos del servicio',
    privacy: 'Política de privacidad',
    safety: 'Seguridad',
    others: '<a href="?lang=en" lang="en" hreflang="en">English</a>',
  },
} as const;

/** What an installation calls itself and its assistant. */
export interface Names {
  product: string;
  assistant: string;
}

export function fillNames(text: string, names: Names): string {
  return text.replaceAll(/\{(product|assistant)\}/g, (_, name: keyof Names) => names[name]);
}

/** Where a text of `knowledge-base/legal` lies. */
export function legalFile(name: string, language: PageLanguage): URL {
  return new URL(`${name}.${language}.yaml`, FOLDER);
}

/** A text for people to read: headings with paragraphs and lists, all plain text, in the names given. */
function textSchema(names: Names) {
  const text = z.string().transform((raw) => fillNames(raw, names));
  const lines = z.array(text).optional();
  const section = z.strictObject({ heading: text, paragraphs: lines, points: lines });
  return z.strictObject({ title: text, intro: text, sections: z.array(section) });
}

type LegalText = z.infer<ReturnType<typeof textSchema>>;

/**
 * A text of `knowledge-base/legal`.
 *
 * @throws StartupError that names file, line and fault.
 */
export function readLegalText(
  name: 'terms' | 'privacy',
  language: PageLanguage,
  names: Names,
): LegalText {
  return readYamlFile(legalFile(name, language), textSchema(names));
}

/** Renders a legal text as a page of its own; it needs no script. `main`, as HTML, comes after its introduction. */
export function renderLegalPage(
  text: Pick<LegalText, 'title' | 'intro'>,
  page: { main: string; productName: string; version?: string; language: PageLanguage },
): string {
  const { language, productName, version } = page;
  const words = WORDS[language];
  const main = [
    ...(version === undefined
      ? []
      : [`<p class="version">${words.version} ${escapeHtml(version)}</p>`]),
    `<h1>${escapeHtml(text.title)}</h1>`,
    `<p>${escapeHtml(text.intro)}</p>`,
    page.main,
  ].join('\n');
  const footer =
    `<nav aria-label="${words.legal}"><a href="/legal/terms?lang=${language}">${words.terms}</a>` +
    `<a href="/legal/privacy?lang=${language}">${words.privacy}</a>` +
    `<a href="/legal/safety?lang=${language}">${words.safety}</a>${words.others}</nav>`;
  return renderPlainPage({
    title: text.title,
    productName,
    main,
    footer,
    language,
    skip: words.skip,
  });
}

export function renderSection({
  heading,
  paragraphs = [],
  points = [],
}: LegalText['sections'][number]): string {
  const items = points.map((point) => `<li>${escapeHtml(point)}</li>`).join('');
  return [
    `<h2>${escapeHtml(heading)}</h2>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(items === '' ? [] : [`<ul>${items}</ul>`]),
  ].join('\n');
}
