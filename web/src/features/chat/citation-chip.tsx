import { use } from 'react';
import { CitationContext } from './citation-context.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

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
