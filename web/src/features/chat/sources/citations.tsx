import type { Source } from '@pathway/contract/chat';
import { createContext, use } from 'react';
import { useMessages } from '../../../lib/language/messages.ts';
import { MESSAGES } from '../messages.ts';
import { documentsOf, type Passages, siteName } from './cited-sources.ts';
import { DOT, SourceAge, SourceIcon, SourceName } from './source-name.tsx';
import { type Origin, originsOf } from './source-origins.ts';

interface Citations {
  /** The sources of this answer; empty until they are known. */
  readonly sources: readonly Source[];
  /** The source that the panel shows now. */
  readonly openNumber: number | null;
  readonly openSource: (n: number, opener: HTMLElement) => void;
}

export const CitationContext = createContext<Citations>({
  sources: [],
  openNumber: null,
  openSource: () => undefined,
});

/** The number of a source within an answer. Until the sources are known it is only a number. */
export function CitationChip({ n }: { n: number }) {
  const messages = useMessages(MESSAGES);
  const { sources, openNumber, openSource } = use(CitationContext);
  const source = sources.find((candidate) => candidate.n === n);
  if (source === undefined) return <span className="citation-chip">{n}</span>;
  return (
    <button
      type="button"
      className="citation-chip"
      aria-label={messages.sourceName(n, source.title)}
      aria-expanded={openNumber === n}
      onClick={(event) => openSource(n, event.currentTarget)}
    >
      {n}
    </button>
  );
}

/** The documents under an answer, in order of first use, and whose word of when they are. */
export function SourceStrip({ cited }: { cited: readonly Source[] }) {
  const messages = useMessages(MESSAGES);
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-[color-mix(in_srgb,var(--surface-2)_55%,var(--surface))] px-[15px] pt-2.5 pb-3 sm:px-5">
      <p className="text-xs leading-none font-semibold text-ink-3">{messages.sources}</p>
      {documentsOf(cited).map((passages) => (
        <DocumentChip key={passages[0].n} passages={passages} />
      ))}
      <ul className="grid w-full gap-1 text-xs leading-normal text-ink-2 empty:hidden pointer-coarse:gap-3">
        {originsOf(cited).map((origin) => (
          <OriginLine key={`${origin.name} ${origin.asOf}`} origin={origin} />
        ))}
      </ul>
    </div>
  );
}

/** A document with the numbers of its passages. It opens the first, and closes any of them. */
function DocumentChip({ passages }: { passages: Passages }) {
  const { openNumber, openSource } = use(CitationContext);
  const [first] = passages;
  const opened = passages.find(({ n }) => n === openNumber);
  return (
    <button
      type="button"
      aria-expanded={opened !== undefined}
      onClick={(event) => openSource((opened ?? first).n, event.currentTarget)}
      className="inline-flex min-h-8 max-w-full items-center gap-[7px] rounded-sm border border-line bg-surface py-1 pr-2.5 pl-[5px] text-left text-xs font-medium text-ink-2 hover:border-primary hover:text-ink aria-expanded:border-primary aria-expanded:text-ink pointer-coarse:min-h-10"
    >
      {passages.map(({ n }) => (
        <span key={n} className="citation-chip m-0 align-baseline">
          {n}
        </span>
      ))}
      <SourceIcon source={first} />
      <span className="line-clamp-2 wrap-anywhere">
        <SourceName source={first} />
      </span>
    </button>
  );
}

function OriginLine({ origin: { name, asOf, page } }: { origin: Origin }) {
  const messages = useMessages(MESSAGES);
  return (
    <li className="wrap-anywhere">
      {name + DOT}
      <SourceAge asOf={asOf} />
      {page !== null && (
        <>
          {DOT}
          <a
            href={page.address.href}
            target="_blank"
            rel="noopener noreferrer"
            className="relative after:absolute after:-inset-x-2 after:-inset-y-1.5"
          >
            {messages.confirm}
            <span className="sr-only">
              {' '}
              {messages.confirmWhat(page.title, siteName(page.address))} {messages.opensInNewTab}
            </span>
          </a>
        </>
      )}
    </li>
  );
}
