import type { Source } from '@pathway/contract/chat';
import { ExternalLink, X } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useSyncExternalStore } from 'react';
import { LOCALES, useLanguage } from '../../../lib/language/language.ts';
import { useMessages } from '../../../lib/language/messages.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { type ChatMessages, MESSAGES } from '../messages.ts';
import { type CitedSource, pageOf, webAddress } from './cited-sources.ts';
import { markQuotes } from './mark-quotes.ts';
import { dayText } from './source-origins.ts';

type SourcesPanelProps = Omit<SourcePassagesProps, 'titleId'>;

/** The sources beside the conversation or, on a narrow screen, on a sheet above it. */
export function SourcesPanel(props: SourcesPanelProps) {
  const hasRoom = useHasRoomBeside();
  const titleId = useId();
  if (hasRoom) return <SourcesAside {...props} titleId={titleId} />;
  return (
    <Dialog
      labelledBy={titleId}
      onDismiss={props.onClose}
      className="mb-0 max-h-[78dvh] max-w-none min-w-full rounded-b-none border-x-0 border-b-0"
    >
      <div className="grid gap-5 p-6">
        <SourcePassages {...props} titleId={titleId} />
      </div>
    </Dialog>
  );
}

function SourcesAside(props: SourcePassagesProps) {
  const { onClose } = props;

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onClose();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);

  return (
    <aside
      aria-labelledby={props.titleId}
      className="sticky top-nav grid auto-rows-max h-[calc(100dvh-var(--nav-height))] animate-rise content-start gap-5 overflow-auto border-l border-line bg-surface p-6"
    >
      <SourcePassages {...props} />
    </aside>
  );
}

/** From 1024 pixels the conversation and the sources stand side by side. */
const ROOM = '(min-width: 1024px)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(ROOM);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

function useHasRoomBeside(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(ROOM).matches);
}

interface SourcePassagesProps {
  titleId: string;
  /** Names the answer. */
  rowKey: string;
  cited: readonly CitedSource[];
  currentNumber: number;
  onClose: () => void;
}

/** The passages behind one answer. The one that was asked for gets the focus. */
function SourcePassages(props: SourcePassagesProps) {
  const messages = useMessages(MESSAGES);
  const { titleId, rowKey, cited, currentNumber, onClose } = props;
  return (
    <>
      <header className="-mt-2 -mr-2.5 flex items-center justify-between">
        <h2 id={titleId} className="text-lg">
          {messages.sourcesOfAnswer}
        </h2>
        <IconButton
          label={messages.closeSources}
          icon={<X aria-hidden size={20} />}
          onClick={onClose}
        />
      </header>
      {cited.map((one) => (
        <PassageCard
          key={`${rowKey}:${one.source.n}`}
          cited={one}
          isCurrent={one.source.n === currentNumber}
        />
      ))}
    </>
  );
}

function timesText(times: number, messages: ChatMessages): string | null {
  if (times === 0) return null;
  if (times === 1) return messages.citedOnce;
  return times === 2 ? messages.citedTwice : messages.citedTimes(times);
}

interface PassageCardProps {
  cited: CitedSource;
  /** The one that was asked for: it stands out and gets the focus. */
  isCurrent: boolean;
}

/** A source as the answer used it: what it is, how old, and the passage with the quoted words. */
function PassageCard({ cited: { source, timesCited }, isCurrent }: PassageCardProps) {
  const messages = useMessages(MESSAGES);
  const { n, title, excerpt, quotes } = source;
  const parts = useMemo(() => markQuotes(excerpt, quotes ?? []), [excerpt, quotes]);
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
      className="scroll-my-4 overflow-hidden rounded-md border border-line outline-none aria-current:border-primary aria-current:ring-1 aria-current:ring-primary"
    >
      <div className="flex items-start gap-2.5 px-3.5 py-3">
        <span className="citation-chip mt-px align-baseline">{n}</span>
        <div className="grid min-w-0 gap-0.5">
          <h3 className="font-sans text-sm leading-[1.4] font-semibold tracking-normal wrap-anywhere">
            {title}
          </h3>
          <Details source={source} timesCited={timesCited} />
        </div>
      </div>
      <blockquote className="border-t border-line bg-surface-2 px-3.5 py-3 text-sm leading-[1.6] wrap-anywhere whitespace-pre-line text-ink-2">
        {parts.map(({ text, isQuoted }, index) =>
          isQuoted ? (
            <mark
              key={index}
              className="rounded-[3px] bg-accent/26 box-decoration-clone px-0.5 py-px text-inherit"
            >
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </blockquote>
    </article>
  );
}

function Details({ source, timesCited }: { source: Source; timesCited: number }) {
  const { language } = useLanguage();
  const messages = useMessages(MESSAGES);
  const place = [pageOf(source, messages), source.heading].filter(Boolean).join(' · ');
  const origin = [
    source.authority,
    source.as_of && messages.asOf(dayText(source.as_of, LOCALES[language])),
  ]
    .filter(Boolean)
    .join(' · ');
  const address = webAddress(source.url);
  return (
    <>
      {[place, origin, timesText(timesCited, messages)].filter(Boolean).map((line) => (
        <p key={line} className="text-xs wrap-anywhere text-ink-3">
          {line}
        </p>
      ))}
      {source.tags !== undefined && source.tags.length > 0 && (
        <ul aria-label={messages.tags} className="mt-1 flex flex-wrap gap-1.5">
          {source.tags.map((tag) => (
            <li key={tag} className="flex">
              <Tag>{tag}</Tag>
            </li>
          ))}
        </ul>
      )}
      {address !== null && (
        <a
          href={address.href}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-0.5 inline-flex items-center gap-1.5 justify-self-start text-xs font-medium wrap-anywhere pointer-coarse:min-h-10"
        >
          {messages.openSource(address.host)}
          <ExternalLink aria-hidden size={14} className="shrink-0" />
          <span className="sr-only">{messages.opensInNewTab}</span>
        </a>
      )}
    </>
  );
}
