import { SIMILARITY_DECIMALS } from '@pathway/contract/limits';
import type { ChatLog } from '@pathway/contract/logs';
import { MESSAGES } from './messages.ts';

export function SourceScores({ matches }: { matches: ChatLog['matches'] }) {
  if (matches.length === 0) return <span className="text-ink-3">{MESSAGES.nothing}</span>;
  return (
    <ul className="grid gap-0.75 text-xs">
      {matches.map(({ source, similarity }, index) => (
        // The same source may stand there twice, for two passages.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${source}-${index}`} className="flex items-baseline justify-between gap-2">
          <span className="wrap-anywhere">{source}</span>
          {typeof similarity === 'number' && (
            <span className="font-semibold text-ink-2 tabular-nums">
              {similarity.toFixed(SIMILARITY_DECIMALS)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
