import type { MarkdownContent, MarkdownElement } from '../../../lib/language/markdown-languages.ts';
import { CITATION_RUN, numbersOfRun } from './cited-sources.ts';

/** The numbers that become chips; null while they are not known yet, when every mark does. */
type KnownNumbers = ReadonlySet<number> | null;

const NO_BREAK_SPACE = '\u00a0';
/** Marks inside these stay text. */
const SKIPPED_TAGS = new Set(['a', 'code', 'pre']);
/** A longer word would leave a hole at the end of the line when it moves with its chip. */
const LAST_WORD = /(\S{0,24})\s*$/;

const text = (value: string): MarkdownContent => ({ type: 'text', value });

function chip(n: number): MarkdownElement {
  return { type: 'element', tagName: 'button', properties: { dataCitation: n }, children: [] };
}

function chipsOf(run: string, known: KnownNumbers): MarkdownContent[] | null {
  const numbers = numbersOfRun(run);
  const isKnown = (n: number) => known === null || known.has(n);
  if (!numbers.some(isKnown)) return null;
  return numbers.flatMap((n, index) => {
    const content = isKnown(n) ? chip(n) : text(`[${n}]`);
    return index === 0 ? [content] : [text(' '), content];
  });
}

/** One text node as text and unbreakable groups of the last word and its chips; null for no chips. */
function citeText(value: string, isFirst: boolean, known: KnownNumbers): MarkdownContent[] | null {
  const parts: MarkdownContent[] = [];
  let end = 0;
  for (const match of value.matchAll(CITATION_RUN)) {
    const chips = chipsOf(match[0], known);
    if (chips === null) continue;
    const before = value.slice(end, match.index);
    const lastWord = LAST_WORD.exec(before);
    const word = lastWord?.[1] ?? '';
    const rest = before.slice(0, lastWord?.index ?? before.length);
    const opensBlock = isFirst && end === 0 && before.trim() === '';
    if (rest !== '') parts.push(text(rest));
    parts.push({
      type: 'element',
      tagName: 'span',
      properties: { className: ['citations'] },
      children: opensBlock ? chips : [text(word + NO_BREAK_SPACE), ...chips],
    });
    end = match.index + match[0].length;
  }
  if (end === 0) return null;
  return end < value.length ? [...parts, text(value.slice(end))] : parts;
}

function citeChildren(children: MarkdownContent[], known: KnownNumbers): MarkdownContent[] {
  return children.flatMap((child, index): MarkdownContent[] => {
    if (child.type === 'text') return citeText(child.value, index === 0, known) ?? [child];
    if (child.type !== 'element' || SKIPPED_TAGS.has(child.tagName)) return [child];
    return [{ ...child, children: citeChildren(child.children, known) }];
  });
}

/**
 * Turns `[n]` into a chip, written as `<button data-citation>`, and keeps it on the line of the
 * word before it. Marks that name no known source stay text. Raw HTML must not be enabled beside
 * this: the chip must be the only button of an answer.
 */
export function rehypeCitations({ known }: { known: KnownNumbers }) {
  return (tree: { children: unknown[] }): void => {
    tree.children = citeChildren(tree.children as MarkdownContent[], known);
  };
}
