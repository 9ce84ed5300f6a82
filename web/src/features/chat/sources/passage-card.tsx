import type { Source } from '@pathway/contract/chat';
import { ExternalLink } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useMessages } from '../../../lib/language/messages.ts';
import { useLangOf } from '../../../lib/language/tell-language.ts';
import { MESSAGES } from '../messages.ts';
import { pageOf, siteName, webAddress } from './cited-sources.ts';
import { markQuotes } from './mark-quotes.ts';
import { DOT, SourceIcon, SourceName } from './source-name.tsx';

interface PassageCardProps {
  source: Source;
  /** The one that was asked for: it stands out and gets the focus. */
  isCurrent: boolean;
  onView: (source: Source) => void;
}

/** A source as the answer used it: the passage with the quoted words, and where it comes from. */
export function PassageCard({ source, isCurrent, onView }: PassageCardProps) {
  const messages = useMessages(MESSAGES);
  const { n, title, excerpt, quotes } = source;
  const lines = useMemo(() => markQuotes(excerpt, quotes ?? []), [excerpt, quotes]);
  const ref = useRef<HTMLElement>(null);

  useEffect(() => {
    // A modal sheet opens right after this; until then nothing in it can have the focus.
    if (isCurrent) queueMicrotask(() => ref.current?.focus());
  }, [isCurrent]);

  return (
    <article
      ref={ref}
      tabIndex={-1}
      aria-label={messages.sourceName(n, title)}
      aria-current={isCurrent || undefined}
      className="scroll-mt-18 scroll-mb-4 overflow-hidden rounded-md border border-line outline-none aria-current:border-primary aria-current:ring-1 aria-current:ring-primary"
    >
      <h3 className="flex items-start gap-2.5 px-3.5 py-3 font-sans text-sm leading-[1.4] font-semibold tracking-normal">
        <span className="citation-chip shrink-0 align-baseline">{n}</span>
        <span className="contents [&>svg]:mt-0.5">
          <SourceIcon source={source} />
        </span>
        <span className="min-w-0 wrap-anywhere">
          <SourceName source={source} />
        </span>
      </h3>
      <blockquote
        lang={useLangOf(excerpt)}
        className="grid border-t border-line bg-surface-2 px-3.5 py-2 text-sm leading-[1.6] wrap-anywhere text-ink-2"
      >
        {lines.map((line, index) => (
          <p
            key={index}
            className={line.isWhole ? 'border-l-3 border-accent py-1 pl-2.5 text-ink' : 'py-1'}
          >
            {line.parts.map(({ text, isQuoted }, place) =>
              isQuoted ? (
                <mark key={place} className={line.isWhole ? WHOLE_CLASSES : PARTIAL_CLASSES}>
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
          </p>
        ))}
      </blockquote>
      <OriginOfPassage source={source} />
      {source.original && (
        <button
          type="button"
          data-opens-original={n}
          onClick={() => onView(source)}
          className="min-h-control w-full border-t border-line px-3.5 text-left text-xs font-medium text-primary hover:bg-surface-2 focus-visible:-outline-offset-2"
        >
          {messages.openOriginal}
        </button>
      )}
    </article>
  );
}

const WHOLE_CLASSES = 'bg-transparent text-inherit';
const PARTIAL_CLASSES = 'rounded-[3px] bg-accent/26 box-decoration-clone px-0.5 py-px text-inherit';

/** One line: whose word it is, where it stands in the document, and where to read all of it. */
function OriginOfPassage({ source }: { source: Source }) {
  const messages = useMessages(MESSAGES);
  const address = webAddress(source.url);
  // On a page of the web a heading is found by itself.
  const place = pageOf(source, messages) ?? (address === null ? source.heading : null);
  const doubt = source.recognised === true && messages.recognised;
  const facts = [source.authority, place, doubt].filter(Boolean).join(DOT);
  if (facts === '' && address === null) return null;
  return (
    <p className="border-t border-line px-3.5 py-2.5 text-xs leading-normal wrap-anywhere text-ink-3">
      {facts}
      {facts !== '' && address !== null && DOT}
      {address !== null && (
        <a
          href={address.href}
          target="_blank"
          rel="noopener noreferrer"
          className="relative inline-flex max-w-full items-center gap-1 font-medium after:absolute after:-inset-x-1 after:-inset-y-3"
        >
          {messages.openSource(siteName(address))}
          <ExternalLink aria-hidden size={14} className="shrink-0" />
          <span className="sr-only"> {messages.opensInNewTab}</span>
        </a>
      )}
    </p>
  );
}
