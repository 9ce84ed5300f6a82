import type { ChatMessage, Source } from '@pathway/contract/chat';
import { citedSources, pageOf } from '../sources/cited-sources.ts';
import { ageOf, type DateWords } from '../sources/source-origins.ts';

/** An answer to paste elsewhere: its Markdown, and under it a line for each source, with its age. */
export function answerAsText({ content, sources = [] }: ChatMessage, words: DateWords): string {
  const lines = citedSources(content, sources).map((source) => sourceLine(source, words));
  const heading = words.messages.sources;
  return lines.length === 0 ? content : `${content}\n\n${heading}:\n${lines.join('\n')}`;
}

function sourceLine(source: Source, words: DateWords): string {
  const { n, title, authority, as_of, url } = source;
  const name = `${title} · ${ageOf(as_of, words).text}`;
  const details = [name, pageOf(source, words.messages), authority, url];
  return `[${n}] ${details.filter(Boolean).join(', ')}`;
}

/** @throws when the browser lets no text out, by the newer way or the older one */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    // Without its permission, and on pages without encryption, only the older way is there.
    if (!copyByCommand(text)) throw error;
  }
}

/** What a press of the copy keys would do, on a text that nobody sees; the focus stays. */
function copyByCommand(text: string): boolean {
  const holder = document.createElement('span');
  holder.textContent = text;
  holder.className = 'fixed top-0 whitespace-pre opacity-0';
  document.body.append(holder);
  const selection = getSelection();
  selection?.selectAllChildren(holder);
  try {
    return document.execCommand('copy');
  } finally {
    selection?.removeAllRanges();
    holder.remove();
  }
}
