import type { Source } from '@pathway/contract/chat';
import type { ChatLog } from '@pathway/contract/logs';
import type { ReactNode } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { langOnConsole } from '../../lib/language/tell-language.ts';
import { FieldError } from '../../ui/fields.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { TagList } from '../../ui/tag.tsx';
import type { FoundLog, LogBook } from './log-book.ts';
import type { TimedLog } from './log-filters.ts';
import { FeedbackMark, groupBySource, LogTime, Score } from './log-row.tsx';
import { LogText } from './log-text.tsx';
import { useLogPassages } from './logs-calls.ts';
import { MESSAGES } from './messages.ts';
import { useLogSession } from './use-log-book.ts';

const { drawer: texts, columns } = MESSAGES;

interface LogDrawerProps {
  found: FoundLog;
  /** Logs of the table, among which one goes back and forth; undefined until that is known. */
  count: number | undefined;
  book: LogBook;
  onOpen: (address: string) => void;
  onClose: () => void;
}

/** One log as a whole, beside the table that it was opened from. */
export function LogDrawer({ found, count, book, onOpen, onClose }: LogDrawerProps) {
  const { opened, place, previous, next } = found;
  return (
    <SideDrawer
      place={place === null ? texts.outside : texts.place(place, count)}
      labels={texts}
      onPrevious={previous === null ? undefined : () => onOpen(previous)}
      onNext={next === null ? undefined : () => onOpen(next)}
      onClose={onClose}
      returnFocus={() => findRowButton(opened.address)}
    >
      {/* Anew for each log, so that it begins at its top. */}
      <LogBody key={opened.address} opened={opened} book={book} onOpen={onOpen} />
    </SideDrawer>
  );
}

/** The button of a log's row, when the row is drawn. */
function findRowButton(address: string): HTMLElement | null {
  return document.querySelector(`tr[data-log="${CSS.escape(address)}"] button`);
}

interface LogBodyProps {
  opened: TimedLog;
  book: LogBook;
  onOpen: (address: string) => void;
}

function LogBody({ opened, book, onOpen }: LogBodyProps) {
  const { log } = opened;
  const comment = log.feedback_text.trim();
  return (
    <section
      aria-label={texts.label}
      // What scrolls must be reachable with the keyboard alone.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="grid flex-1 content-start gap-5 overflow-y-auto p-5 -outline-offset-2"
    >
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2 tabular-nums">
        <LogTime instant={log.timestamp} isOnOneLine />
        <span>{log.user_type}</span>
        <span className="font-mono text-xs leading-[1.8] wrap-anywhere">{log.session_id}</span>
      </p>
      <Part title={columns.prompt}>
        <p
          lang={langOnConsole(log.prompt)}
          className="font-semibold wrap-anywhere whitespace-pre-wrap"
        >
          {log.prompt}
        </p>
      </Part>
      <Part title={columns.response}>
        {log.response.trim() === '' ? texts.noAnswer : <LogText>{log.response}</LogText>}
        {log.care !== undefined && (
          <p className="text-xs font-semibold text-ink-3">{MESSAGES.care(log.care)}</p>
        )}
      </Part>
      {log.feedback !== '' && (
        <Part title={columns.feedback}>
          <FeedbackMark feedback={log.feedback} hasComment={false} />
          {comment !== '' && (
            <p lang={langOnConsole(comment)} className="mt-1 wrap-anywhere whitespace-pre-wrap">
              {comment}
            </p>
          )}
          {log.feedback_timestamp !== null && (
            <p className="text-xs text-ink-3">
              <LogTime instant={log.feedback_timestamp} isOnOneLine />
            </p>
          )}
        </Part>
      )}
      <Part title={columns.sources}>
        <Passages log={log} />
      </Part>
      <RestOfSession opened={opened} book={book} onOpen={onOpen} />
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-sans text-xs font-semibold tracking-normal text-ink-3">{title}</h3>
      {children}
    </div>
  );
}

/** What was found, source by source, with the passages that the answer cites. */
function Passages({ log }: { log: ChatLog }) {
  const { data: cited = [], isError } = useLogPassages(log.id);
  const found = groupBySource(log.matches);
  const titles = new Set(found.map(({ source }) => source));
  const others = [...new Set(cited.map(({ title }) => title))].filter(
    (title) => !titles.has(title),
  );
  const sources = [...found, ...others.map((source) => ({ source, scores: [], matches: [] }))];
  if (sources.length === 0 && !isError) return texts.noSources;
  return (
    <>
      {isError && <FieldError>{texts.passagesFailed}</FieldError>}
      <ul className="grid divide-y divide-line">
        {sources.map(({ source, scores, matches: [match] }) => (
          <li key={source} className="grid gap-1.5 py-2.5 first:pt-0.5">
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-semibold wrap-anywhere">{source}</span>
              <span className="flex shrink-0 gap-1.5 text-sm">
                {scores.map((score, index) => (
                  <Score key={index} value={score} />
                ))}
              </span>
            </p>
            {match !== undefined && (match.authority || match.as_of) && (
              <p className="text-xs text-ink-3">
                {[match.authority, match.as_of && texts.asOf(formatDate(match.as_of))]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            )}
            {match?.tags !== undefined && match.tags.length > 0 && <TagList tags={match.tags} />}
            {cited
              .filter(({ title }) => title === source)
              .map((passage) => (
                <CitedPassage key={passage.n} passage={passage} />
              ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function CitedPassage({ passage }: { passage: Source }) {
  const page = passage.page_label ?? passage.page?.toString();
  const origin = [texts.cited(passage.n), passage.heading, page && texts.page(page)];
  return (
    <figure className="rounded-sm bg-surface-2 px-3.5 py-2.5">
      <figcaption className="text-xs text-ink-3">{origin.filter(Boolean).join(' · ')}</figcaption>
      <blockquote
        lang={langOnConsole(passage.excerpt)}
        className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap"
      >
        {passage.excerpt}
      </blockquote>
    </figure>
  );
}

function RestOfSession({ opened, book, onOpen }: LogBodyProps) {
  const { data: others, isError } = useLogSession(book, opened);
  if (isError) return <FieldError>{texts.sessionFailed}</FieldError>;
  // What stands at the end of the drawer may come a moment later.
  if (others === undefined) return null;
  if (others.length === 0) return <p className="text-sm text-ink-3">{texts.noSession}</p>;
  return (
    <Part title={texts.session(others.length)}>
      <ul className="grid">
        {others.map(({ address, timestamp, prompt }) => (
          <li key={address}>
            <button
              type="button"
              onClick={() => onOpen(address)}
              className="flex min-h-control w-full items-baseline gap-3 rounded-sm px-2 py-2 text-left hover:bg-surface-2"
            >
              <span className="shrink-0 text-xs text-ink-3 tabular-nums">
                <LogTime instant={timestamp} isOnOneLine />
              </span>
              <span lang={langOnConsole(prompt)} className="line-clamp-2 wrap-anywhere">
                {prompt}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}
