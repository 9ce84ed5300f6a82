import { SIMILARITY_DECIMALS } from '@pathway/contract/limits';
import type { ChatLog } from '@pathway/contract/logs';
import { groupBySource } from './group-by-source.ts';
import { MESSAGES } from './messages.ts';

export function SourceScores({ matches }: { matches: ChatLog['matches'] }) {
  if (matches.length === 0) return <span className="text-ink-3">{MESSAGES.nothing}</span>;
  return (
    <ul className="grid grid-cols-1 gap-0.75 text-xs">
      {groupBySource(matches).map(({ source, scores, tags }) => (
        <li
          key={source}
          className={scores.length > 1 ? undefined : 'flex items-baseline justify-between gap-2'}
        >
          <span className="min-w-0 wrap-anywhere">
            {source}
            {tags.length > 0 && (
              <span
                title={tags.join(', ')}
                className="block truncate text-2xs leading-snug text-ink-3"
              >
                {tags.join(', ')}
              </span>
            )}
          </span>
          {scores.length > 0 && (
            <span
              className={`font-semibold text-ink-2 tabular-nums ${scores.length > 1 ? 'block' : ''}`}
            >
              {scores.map((score) => score.toFixed(SIMILARITY_DECIMALS)).join(' ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
