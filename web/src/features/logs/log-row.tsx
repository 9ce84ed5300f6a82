import { SIMILARITY_DECIMALS } from '@pathway/contract/limits';
import type { ChatLog } from '@pathway/contract/logs';
import { MessageSquareText, ThumbsDown, ThumbsUp } from 'lucide-react';
import { Tooltip } from 'radix-ui';
import { memo, type ReactNode, type Ref, useRef, useState } from 'react';
import { formatDate, parseDate } from '../../lib/dates.ts';
import { langOnConsole } from '../../lib/language/tell-language.ts';
import { excerptOf } from './log-excerpt.ts';
import { LogText } from './log-text.tsx';
import { MESSAGES } from './messages.ts';

const { columns } = MESSAGES;
/** Sources of a row; the drawer shows all. */
const SOURCES_MAX = 2;

interface LogRowProps {
  log: ChatLog;
  /** What names it in the address bar. */
  address: string;
  /** Its position in the whole table, counted from 1. */
  rowNumber: number;
  /** On paper everything is shown. */
  isPrinted?: boolean;
  /** Its index among the logs and who measures it, in a table that draws only the rows in view. */
  index?: number;
  measure?: Ref<HTMLTableRowElement>;
}

/** Whoever presses a row or a text in it opens its log: the table sees to that. */
export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { log, address, rowNumber, isPrinted = false, index, measure } = props;
  const comment = log.feedback_text.trim();
  const prompt = log.prompt.trim() === '' ? MESSAGES.nothing : log.prompt;
  return (
    <tr
      ref={measure}
      aria-rowindex={rowNumber}
      data-index={index}
      data-log={address}
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
      <td data-label={columns.prompt} data-column="prompt">
        <OpeningText
          shown={prompt}
          full={prompt}
          label={prompt === log.prompt ? undefined : MESSAGES.openLog}
        />
      </td>
      <TextCell column="response" text={log.response}>
        <OpeningText
          shown={isPrinted ? log.response : excerptOf(log.response)}
          full={<LogText>{log.response}</LogText>}
          isShort={log.care !== undefined}
        />
        {log.care !== undefined && (
          <p
            title={MESSAGES.care(log.care)}
            className="mt-1 truncate text-2xs leading-snug font-semibold text-ink-3 max-tab:sr-only"
          >
            {MESSAGES.care(log.care)}
          </p>
        )}
      </TextCell>
      <td
        data-label={columns.sources}
        data-column="sources"
        data-cell={emptyWhen(log.matches.length === 0)}
      >
        <SourceScores matches={log.matches} />
      </td>
      <td
        data-label={columns.feedback}
        data-column="feedback"
        data-cell={emptyWhen(log.feedback === '')}
      >
        <FeedbackMark feedback={log.feedback} hasComment={comment !== ''} />
      </td>
      <td
        data-label={columns.comments}
        data-column="comments"
        data-cell={emptyWhen(comment === '')}
      >
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
      data-column={column}
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
      <span lang={langOnConsole(text)} className="line-clamp-2 print:line-clamp-none" title={text}>
        {text}
      </span>
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
  const sources = groupBySource(matches);
  const [best, others] = [sources.slice(0, SOURCES_MAX), sources.slice(SOURCES_MAX)];
  return (
    <ul className="flex gap-3 text-xs max-tab:leading-4 tab:grid tab:grid-cols-1 tab:gap-0.75">
      {best.map(({ source, scores }) => (
        <li key={source} className="flex min-w-0 items-baseline justify-between gap-2">
          <span
            title={source}
            className={
              sources.length > 1
                ? 'truncate print:whitespace-normal'
                : 'line-clamp-1 wrap-anywhere tab:line-clamp-3'
            }
          >
            {source}
          </span>
          <Score value={scores[0]} />
        </li>
      ))}
      {others.length > 0 && (
        <li className="shrink-0 text-ink-3">
          <span aria-hidden title={others.map(({ source }) => source).join('\n')}>
            {MESSAGES.moreSources(others.length)}
          </span>
          <ul className="sr-only print:not-sr-only">
            {others.map(({ source, scores }) => (
              <li key={source}>
                {source} <Score value={scores[0]} />
              </li>
            ))}
          </ul>
        </li>
      )}
    </ul>
  );
}

/** A similarity, where there is one. */
export function Score({ value }: { value: number | undefined }) {
  if (value === undefined) return null;
  return (
    <span className="font-semibold text-ink-2 tabular-nums">
      {value.toFixed(SIMILARITY_DECIMALS)}
    </span>
  );
}

interface ScoredSource {
  source: string;
  /** The similarities of its passages that have one, highest first. */
  scores: number[];
  matches: ChatLog['matches'];
}

/** Each source of a log once, best first: several passages may come from one. Those without a score come last. */
export function groupBySource(matches: ChatLog['matches']): ScoredSource[] {
  const groups = Map.groupBy(matches, ({ source }) => source);
  return [...groups]
    .map(([source, passages]) => ({
      source,
      scores: passages
        .map(({ similarity }) => similarity)
        .filter((score) => typeof score === 'number')
        .toSorted((a, b) => b - a),
      matches: passages,
    }))
    .toSorted((a, b) => (b.scores[0] ?? -1) - (a.scores[0] ?? -1));
}

const MARKS = {
  up: { Icon: ThumbsUp, text: MESSAGES.helpful, look: 'text-success' },
  down: { Icon: ThumbsDown, text: MESSAGES.needsImprovement, look: 'text-danger' },
} as const;

/** The thumb with its word; where the comment has no column of its own, that there is one. */
export function FeedbackMark({
  feedback,
  hasComment,
}: {
  feedback: ChatLog['feedback'];
  hasComment: boolean;
}) {
  if (feedback === '') return <Nothing />;
  const { Icon, text, look } = MARKS[feedback];
  return (
    <span
      className={`inline-flex items-start gap-1.5 text-xs leading-[1.35] font-semibold ${look}`}
    >
      <Icon aria-hidden size={15} className="mt-px shrink-0" />
      {text}
      {hasComment && (
        <MessageSquareText
          aria-label={MESSAGES.hasComment}
          size={15}
          className="mt-px shrink-0 tab:hidden"
        />
      )}
    </span>
  );
}

/** Local date and time to the second, the time on its own line unless asked otherwise; else the text itself. */
export function LogTime({ instant, isOnOneLine }: { instant: string; isOnOneLine?: boolean }) {
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

interface OpeningTextProps {
  shown: string;
  /** What opens on hover and focus where not all of it is shown. */
  full: ReactNode;
  /** What it is called where the text says nothing. */
  label?: string | undefined;
  /** Leaves room for a line below it. */
  isShort?: boolean;
}

/** Up to three lines of a text; the whole of it opens on hover and focus, a press opens the log. */
function OpeningText({ shown, full, label, isShort = false }: OpeningTextProps) {
  const [isOpen, setOpen] = useState(false);
  const text = useRef<HTMLSpanElement>(null);
  const isComing = useRef(false);
  const isPlain = full === shown;

  const open = (wanted: boolean) => {
    if (!wanted && isComing.current) return;
    const element = text.current;
    const isCut = element !== null && element.scrollHeight > element.clientHeight;
    setOpen(wanted && (isCut || !isPlain));
  };
  /** Scrolling closes a tooltip, but not the scrolling by which the focus itself comes into view. */
  const comeIntoView = () => {
    isComing.current = true;
    requestAnimationFrame(() => {
      isComing.current = false;
    });
  };

  return (
    <Tooltip.Root open={isOpen} onOpenChange={open}>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          aria-label={label}
          aria-haspopup="dialog"
          onFocus={comeIntoView}
          onBlur={() => {
            isComing.current = false;
          }}
          className="block w-full text-left"
        >
          <span
            ref={text}
            lang={langOnConsole(shown)}
            className={`line-clamp-1 wrap-anywhere whitespace-pre-wrap print:line-clamp-none ${isShort ? 'tab:line-clamp-2' : 'tab:line-clamp-3'}`}
          >
            {shown}
          </span>
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal container={document.querySelector('main')}>
        <Tooltip.Content
          // What scrolls must be focusable; a keyboard opens the log instead.
          tabIndex={0}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={16}
          className={`z-(--z-tip) max-h-[50vh] w-104 max-w-[calc(100vw-32px)] overflow-y-auto rounded-md border border-on-field/15 bg-field px-4 py-3.5 text-sm leading-[1.55] text-on-field shadow-3 ${isPlain ? 'whitespace-pre-wrap' : ''}`}
        >
          <div lang={isPlain ? langOnConsole(shown) : undefined}>{full}</div>
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
