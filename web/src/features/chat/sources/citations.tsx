import type { Source } from '@pathway/contract/chat';
import { createContext, use, useState } from 'react';
import { LOCALES, useLanguage } from '../../../lib/language/language.ts';
import { useMessages } from '../../../lib/language/messages.ts';
import { MESSAGES } from '../messages.ts';
import type { CitedSource } from './cited-sources.ts';
import { ageOf, type Origin, originsOf } from './source-origins.ts';

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

/** Passages of one document are told apart by their headings, where they have any. */
function labelOf(source: Source, cited: readonly CitedSource[]): string {
  const isAlone = cited.every(
    (other) => other.source === source || other.source.title !== source.title,
  );
  return isAlone ? source.title : source.heading || source.title;
}

/** The sources under an answer, in order of first use, and whose word of when they are. */
export function SourceStrip({ cited }: { cited: readonly CitedSource[] }) {
  const messages = useMessages(MESSAGES);
  const { openNumber, openSource } = use(CitationContext);
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-[color-mix(in_srgb,var(--surface-2)_55%,var(--surface))] px-[15px] pt-2.5 pb-3 sm:px-5">
      <h3 className="font-sans text-xs leading-none font-semibold tracking-normal text-ink-3">
        {messages.sources}
      </h3>
      {cited.map(({ source }) => (
        <button
          key={source.n}
          type="button"
          aria-expanded={openNumber === source.n}
          onClick={(event) => openSource(source.n, event.currentTarget)}
          className="inline-flex min-h-8 max-w-full items-center gap-[7px] rounded-sm border border-line bg-surface pr-2.5 pl-[5px] text-left text-xs font-medium text-ink-2 hover:border-primary hover:text-ink aria-expanded:border-primary aria-expanded:text-ink pointer-coarse:min-h-10"
        >
          <span className="citation-chip m-0 align-baseline">{source.n}</span>
          <span className="truncate">{labelOf(source, cited)}</span>
        </button>
      ))}
      <ul className="grid w-full gap-1 pointer-coarse:gap-3 text-xs leading-normal text-ink-2">
        {originsOf(cited.map(({ source }) => source)).map((origin) => (
          <OriginLine key={`${origin.name} ${origin.asOf}`} origin={origin} />
        ))}
      </ul>
    </div>
  );
}

/** Never the first of a line. */
const DOT = '\u00a0· ';

function OriginLine({ origin: { name, asOf, page } }: { origin: Origin }) {
  const messages = useMessages(MESSAGES);
  const { language } = useLanguage();
  const [now] = useState(() => Date.now());
  const age = ageOf(asOf, { messages, locale: LOCALES[language], now });
  return (
    <li className="wrap-anywhere">
      {name + DOT}
      <span className={age.isStale ? 'font-medium text-warning' : ''}>{age.text}</span>
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
              {messages.confirmWhat(page.title, page.address.host)} {messages.opensInNewTab}
            </span>
          </a>
        </>
      )}
    </li>
  );
}
