import { SIMILARITY_DECIMALS } from '@pathway/contract/limits';
import type { ChatLog } from '@pathway/contract/logs';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { Tooltip } from 'radix-ui';
import { memo, type ReactNode, type Ref, useRef, useState } from 'react';
import { formatDate, parseDate } from '../../lib/dates.ts';
import { MESSAGES } from './messages.ts';

const { columns } = MESSAGES;

interface LogRowProps {
  log: ChatLog;
  /** Its position in the whole table, counted from 1. */
  rowNumber: number;
  /** Its index among the logs and who measures it, in a table that draws only the rows in view. */
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
      <TextCell column="timestamp" text={log.timestamp}>
        <LogTime instant={log.timestamp} />
      </TextCell>
      <TextCell column="userType" text={log.user_type}>
        {log.user_type}
      </TextCell>
      <TextCell column="session" text={log.session_id}>
        <span className="block truncate font-mono text-xs leading-[1.6]" title={log.session_id}>
          {log.session_id}
        </span>
      </TextCell>
      <TextCell column="prompt" text={log.prompt}>
        <ClampedText>{log.prompt}</ClampedText>
      </TextCell>
      <TextCell column="response" text={log.response}>
        <ClampedText>{log.response}</ClampedText>
        {log.care !== undefined && (
          <p className="mt-1 text-2xs leading-snug font-semibold text-ink-3">
            {MESSAGES.care(log.care)}
          </p>
        )}
      </TextCell>
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

interface TextCellProps {
  column: keyof typeof columns;
  text: string;
  /** How the text is shown, when there is any. */
  children: ReactNode;
}

function TextCell({ column, text, children }: TextCellProps) {
  const isEmpty = text.trim() === '';
  return (
    <td
      data-label={columns[column]}
      data-cell={emptyWhen(isEmpty)}
      className={column === 'timestamp' ? 'tabular-nums' : undefined}
    >
      {isEmpty ? <Nothing /> : children}
    </td>
  );
}

function Comment({ text, instant }: { text: string; instant: string | null }) {
  if (text === '') return <Nothing />;
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

function SourceScores({ matches }: { matches: ChatLog['matches'] }) {
  if (matches.length === 0) return <Nothing />;
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

interface ScoredSource {
  source: string;
  /** The similarities of its passages that have one, in the order of the log. */
  scores: number[];
  /** What it was tagged with when the question was asked. */
  tags: string[];
}

/** Each source of a log once, in order of first use: several passages may come from one. */
export function groupBySource(matches: ChatLog['matches']): ScoredSource[] {
  const groups = Map.groupBy(matches, ({ source }) => source);
  return [...groups].map(([source, passages]) => ({
    source,
    scores: passages
      .map(({ similarity }) => similarity)
      .filter((score) => typeof score === 'number'),
    tags: passages[0]?.tags ?? [],
  }));
}

const MARKS = {
  up: { Icon: ThumbsUp, text: MESSAGES.helpful, look: 'text-success' },
  down: { Icon: ThumbsDown, text: MESSAGES.needsImprovement, look: 'text-danger' },
} as const;

function FeedbackMark({ feedback }: { feedback: ChatLog['feedback'] }) {
  if (feedback === '') return <Nothing />;
  const { Icon, text, look } = MARKS[feedback];
  return (
    <span
      className={`inline-flex items-start gap-1.5 text-xs leading-[1.35] font-semibold ${look}`}
    >
      <Icon aria-hidden size={15} className="mt-px shrink-0" />
      {text}
    </span>
  );
}

/** Local date and time to the second, the time on its own line unless asked otherwise; else the text itself. */
function LogTime({ instant, isOnOneLine }: { instant: string; isOnOneLine?: boolean }) {
  const time = parseDate(instant)?.toLocaleTimeString();
  if (time === undefined) return instant;
  return (
    <time dateTime={instant}>
      {formatDate(instant)}
      {isOnOneLine ? ', ' : ' '}
      <span className={isOnOneLine ? undefined : 'tab:block'}>{time}</span>
    </time>
  );
}

/** Stands in a cell where a log has no value. */
function Nothing() {
  return <span className="text-ink-3">{MESSAGES.nothing}</span>;
}

/** Three lines of a text; the rest opens on hover and focus, and a press unfolds it in place. */
function ClampedText({ children }: { children: string }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const text = useRef<HTMLSpanElement>(null);

  const open = (wanted: boolean) => {
    const element = text.current;
    setOpen(wanted && element !== null && element.scrollHeight > element.clientHeight);
  };

  return (
    <Tooltip.Root open={isOpen} onOpenChange={open}>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          aria-expanded={isUnfolded}
          className="block w-full text-left"
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <span
            ref={text}
            className={`wrap-anywhere whitespace-pre-wrap ${isUnfolded ? 'block' : 'line-clamp-3 print:line-clamp-none'}`}
          >
            {children}
          </span>
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal container={document.querySelector('main')}>
        <Tooltip.Content
          // What scrolls must be focusable; a keyboard unfolds the text in place instead.
          tabIndex={0}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={16}
          className="z-(--z-tip) max-h-[50vh] w-104 max-w-[calc(100vw-32px)] overflow-y-auto rounded-md border border-on-field/15 bg-field px-4 py-3.5 text-sm leading-[1.55] whitespace-pre-wrap text-on-field shadow-3"
        >
          {children}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
