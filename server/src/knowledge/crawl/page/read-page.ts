import { parseHTML } from 'linkedom';
import { cleanDocument } from '../../extract/clean-document.ts';
import { extractText } from '../../extract/text/extract-text.ts';
import type { DomElement } from './dom.ts';
import { findMainText } from './find-main-text.ts';
import type { PageContent, PageKind } from './page-content.ts';
import { removeHidden } from './remove-hidden.ts';

const MAX_LINKS = 2_000;

/** Reads a page from its text in UTF-8. It may take long for hostile pages. */
export function readPage(kind: PageKind, bytes: Uint8Array): PageContent {
  if (kind === 'txt') {
    const text = { ...cleanDocument(extractText(bytes)), links: [], base: null, canonical: null };
    return { ...text, noindex: false, nofollow: false };
  }
  const { document } = parseHTML(withBody(new TextDecoder().decode(bytes)));
  const root = document as unknown as DomElement & { body: DomElement };
  const facts = readFacts(root);
  removeHidden(root);
  return { ...cleanDocument(findMainText(root)), ...facts };
}

/** The parser does not supply the `html`, `head` and `body` that authors may leave out. */
function withBody(html: string): string {
  const bare = html.replace(/<!doctype[^>]*>|<\/?html[^>]*>/gi, '');
  const bodyStart = /<body[\s>]/i.exec(bare)?.index;
  const headEnd = /<\/head\s*>/i.exec(bare)?.index;
  const head = bare.slice(0, bodyStart ?? headEnd ?? 0).replace(/<\/?head(?:\s[^>]*)?>/gi, '');
  const rest = bare.slice(bodyStart ?? headEnd ?? 0);
  const body = bodyStart === undefined ? `<body>${rest}</body>` : rest;
  return `<!doctype html><html><head>${head}</head>${body}</html>`;
}

function readFacts(root: DomElement) {
  const attribute = (selector: string, name: string) =>
    root.querySelector(selector)?.getAttribute(name) ?? null;
  const links: string[] = [];
  for (const link of root.querySelectorAll('a[href]')) {
    if (links.length === MAX_LINKS) break;
    if (!/\bnofollow\b/i.test(link.getAttribute('rel') ?? '')) {
      links.push(link.getAttribute('href') ?? '');
    }
  }
  const robots = [...root.querySelectorAll('meta[name]')]
    .filter((meta) => /^robots$/i.test(meta.getAttribute('name') ?? ''))
    .map((meta) => meta.getAttribute('content') ?? '')
    .join(',');
  return {
    links,
    base: attribute('base[href]', 'href'),
    canonical: attribute('link[rel="canonical"]', 'href'),
    noindex: /\b(?:noindex|none)\b/i.test(robots),
    nofollow: /\b(?:nofollow|none)\b/i.test(robots),
  };
}
