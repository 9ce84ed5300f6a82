import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { ExtractedBlock } from '../../extract/extracted-document.ts';
import { readHtmlBlocks } from '../../extract/html/read-html-blocks.ts';
import type { DomElement } from './dom.ts';
import { toSimpleHtml } from './to-simple-html.ts';

/** Longest title kept, in characters: it is stored with every passage. */
const TITLE_MAX_LENGTH = 200;
/** What Readability keeps of hubs, tables and lists of questions is often less than this share. */
const MIN_KEPT_SHARE = 0.4;
/** Sites that wrap a whole page in a form have more than this share of its text there. */
const WRAPPING_FORM_SHARE = 0.5;
const FRAME_TAGS = new Set(['NAV', 'FOOTER', 'ASIDE']);
const FRAME_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary']);

/** The title and text of a page without what frames it on every page of its site. */
export function findMainText(document: DomElement & { body: DomElement }): {
  title: string;
  blocks: ExtractedBlock[];
} {
  const root = document.querySelector('main, [role="main"]') ?? document.body;
  const whole = readHtmlBlocks(withoutFrame(root));
  const ownTitle = document.querySelector('title')?.textContent ?? '';
  // Reads last, because it takes the document apart.
  const article = readArticle(document);
  const isEnough = blockLength(article.blocks) >= MIN_KEPT_SHARE * blockLength(whole);
  const blocks = isEnough && article.blocks.length > 0 ? article.blocks : whole;
  const heading = whole.find((block) => block.kind === 'heading')?.text ?? '';
  const title = (article.title || ownTitle || heading).replace(/\s+/g, ' ').trim();
  return { title: title.slice(0, TITLE_MAX_LENGTH), blocks };
}

function readArticle(document: DomElement): { title: string; blocks: ExtractedBlock[] } {
  const article = new Readability(document).parse();
  if (typeof article?.content !== 'string') return { title: '', blocks: [] };
  const { document: content } = parseHTML(`<html><body>${article.content}</body></html>`);
  return {
    title: article.title ?? '',
    blocks: readHtmlBlocks(withoutFrame(content.body as DomElement)),
  };
}

function withoutFrame(root: DomElement): string {
  const rootLength = textLength(root);
  return toSimpleHtml(root, (element) => isFrame(element, rootLength));
}

function isFrame(element: DomElement, rootLength: number): boolean {
  const { tagName } = element;
  if (FRAME_TAGS.has(tagName)) return true;
  if (FRAME_ROLES.has(element.getAttribute('role') ?? '')) return true;
  if (tagName === 'HEADER') return element.querySelector('h1') === null;
  return tagName === 'FORM' && textLength(element) < WRAPPING_FORM_SHARE * rootLength;
}

function textLength(element: DomElement): number {
  return (element.textContent ?? '').replace(/\s+/g, ' ').length;
}

function blockLength(blocks: readonly ExtractedBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}
