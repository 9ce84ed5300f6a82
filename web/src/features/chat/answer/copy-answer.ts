import type { ChatMessage, Source } from '@pathway/contract/chat';
import { citedSources, pageOf } from '../sources/cited-sources.ts';
import { ageOf, type DateWords } from '../sources/source-origins.ts';
import { plainTextOf } from './plain-text-of.ts';

/** The same words for programs that take formatted text and for those that do not. */
export interface CopiedAnswer {
  readonly html: string;
  readonly text: string;
}

/**
 * An answer to paste elsewhere, as it is drawn (`body`), and under it a line for each source, with
 * its age. Without a drawn body it is the text as it stands.
 */
export function copyOfAnswer(
  body: Element | null,
  { content, sources = [] }: ChatMessage,
  words: DateWords,
): CopiedAnswer {
  const copy = document.createElement('div');
  copy.append(...(body === null ? [paragraphOf([content])] : cleanCopy(body).childNodes));
  const lines = citedSources(content, sources).map((source) => sourceLine(source, words));
  if (lines.length > 0) copy.append(paragraphOf([`${words.messages.sources}:`, ...lines]));
  return { html: copy.innerHTML, text: plainTextOf(copy) };
}

function paragraphOf(lines: readonly string[]): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.append(...lines.flatMap((line) => [document.createElement('br'), line]).slice(1));
  return paragraph;
}

/** The drawn answer without what is only for this page: chips are marks again. */
function cleanCopy(body: Element): Element {
  const copy = body.cloneNode(true) as Element;
  copy.querySelectorAll('.sr-only').forEach((hidden) => hidden.remove());
  copy.querySelectorAll('.citation-chip').forEach((chip) => {
    chip.replaceWith(`[${chip.textContent}]`);
  });
  copy.querySelectorAll('*').forEach((element) => {
    for (const name of element.getAttributeNames()) {
      if (name !== 'href' && name !== 'start') element.removeAttribute(name);
    }
  });
  return copy;
}

function sourceLine(source: Source, words: DateWords): string {
  const { n, title, authority, as_of, url } = source;
  const name = `${title} · ${ageOf(as_of, words).text}`;
  const details = [name, pageOf(source, words.messages), authority, url];
  return `[${n}] ${details.filter(Boolean).join(', ')}`;
}

/** @throws when the browser lets nothing out, by the newer way or the older one */
export async function copyAnswer(answer: CopiedAnswer): Promise<void> {
  try {
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/html': new Blob([answer.html], { type: 'text/html' }),
        'text/plain': new Blob([answer.text], { type: 'text/plain' }),
      }),
    ]);
  } catch (error) {
    // Without its permission, and on pages without encryption, only the older way is there.
    if (!copyByCommand(answer)) throw error;
  }
}

/** What a press of the copy keys would do, with a copy of our own. */
function copyByCommand({ html, text }: CopiedAnswer): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/html', html);
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', fill, { once: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', fill);
  }
}
