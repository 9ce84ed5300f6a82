import type { ChatLog } from '@pathway/contract/logs';
import { memo, type Ref } from 'react';
import { ClampedText } from './clamped-text.tsx';
import { FeedbackMark } from './feedback-mark.tsx';
import { LogTime } from './log-time.tsx';
import { MESSAGES } from './messages.ts';
import { SourceScores } from './source-scores.tsx';

const { columns } = MESSAGES;

interface LogRowProps {
  log: ChatLog;
  /** Its place in the whole table, counted from 1. */
  rowNumber: number;
  /** Its place among the logs and who measures it, in a table that draws only the rows in view. */
  index?: number;
  measure?: Ref<HTMLTableRowElement>;
}

export const LogRow = memo(function LogRow({ log, rowNumber, index, measure }: LogRowProps) {
  const comment = log.feedback_text.trim();
  return (
    <tr
      ref={measure}
      aria-rowindex={rowNumber}
      data-index={index}
      data-feedback={log.feedback || undefined}
    >
      <td data-label={columns.timestamp} className="tabular-nums">
        <LogTime instant={log.timestamp} />
      </td>
      <td data-label={columns.userType}>{log.user_type}</td>
      <td data-label={columns.session}>
        <span className="block truncate font-mono text-xs leading-[1.6]" title={log.session_id}>
          {log.session_id}
        </span>
      </td>
      <td data-label={columns.prompt}>
        <ClampedText>{log.prompt}</ClampedText>
      </td>
      <td data-label={columns.response}>
        <ClampedText>{log.response}</ClampedText>
      </td>
      <td data-label={columns.sources} data-cell={emptyWhen(log.matches.length === 0)}>
        <SourceScores matches={log.matches} />
      </td>
      <td data-label={columns.feedback} data-cell={emptyWhen(log.feedback === '')}>
        <FeedbackMark feedback={log.feedback} />
      </td>
      <td data-label={columns.comments} data-cell={emptyWhen(comment === '')}>
        <Comment text={comment} instant={log.feedback_timestamp} />
      </td>
    </tr>
  );
});

function emptyWhen(isEmpty: boolean): 'empty' | undefined {
  return isEmpty ? 'empty' : undefined;
}

function Comment({ text, instant }: { text: string; instant: string | null }) {
  if (text === '') return <span className="text-ink-3">{MESSAGES.nothing}</span>;
  return (
    <div className="text-xs leading-normal wrap-anywhere">
      {text}
      {instant !== null && (
        <div className="text-ink-3">
          <LogTime instant={instant} isOnOneLine />
        </div>
      )}
    </div>
  );
}
