import { citedSources } from './cited-sources.ts';
import type { ChatMessages } from './messages.ts';
import type { ChatMessage, Source } from '@pathway/contract/chat';

function sourceLine(source: Source, messages: ChatMessages): string {
  const page = pageOf(source, messages);
  const details = [source.title, page, source.url].filter(Boolean).join(', ');
  return `[${source.n}] ${details}`;
}

/** 'Page 12' or 'Pages 12–13', by the document's own numbering when it has one; null without pages. */
export function pageOf(source: Source, messages: ChatMessages): string | null {
  const first = source.page_label ?? source.page?.toString();
  const last = source.page_end_label ?? source.page_end?.toString();
  if (!first) return null;
  return last ? messages.pages(first, last) : messages.page(first);
}

/** An answer to paste elsewhere: its Markdown, and its sources as lines under it. */
export function answerAsText(
  { content, sources = [] }: ChatMessage,
  messages: ChatMessages,
): string {
  const lines = citedSources(content, sources).map(({ source }) => sourceLine(source, messages));
  return lines.length === 0 ? content : `${content}\n\n${messages.sources}:\n${lines.join('\n')}`;
}
