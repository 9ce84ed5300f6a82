import { CircleAlert, MessageCircleQuestionMark, RotateCcw } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { LOCALES, useLanguage } from '../../../lib/language/language.ts';
import { useMessages } from '../../../lib/language/messages.ts';
import { langIn, useLangOf } from '../../../lib/language/tell-language.ts';
import { useWebConfig } from '../../../lib/web-config.ts';
import { Button } from '../../../ui/button.tsx';
import { Runner } from '../../../ui/drawings.tsx';
import { AnswerRow, AssistantRow } from '../answer/answer-row.tsx';
import { BUBBLE_CLASSES, COLUMN_CLASSES } from '../layout-classes.ts';
import { MESSAGES } from '../messages.ts';
import { withoutMarks } from '../sources/cited-sources.ts';
import {
  type AnswerEntry,
  answerKey,
  type ChatState,
  type Entry,
  pendingQuestion,
} from './chat-machine.ts';
import { daysOfTurns } from './days-of-turns.ts';
import { JumpToNewest } from './jump-to-newest.tsx';
import { turnId } from './questions-menu.tsx';
import { turnsOf } from './turns-of.ts';
import type { OpenedSource } from './use-opened-source.ts';
import { useReadingPosition } from './use-reading-position.ts';

interface MessageListProps {
  state: ChatState;
  /** The answer that is being written. */
  growing: AnswerEntry | null;
  opened: OpenedSource | null;
  openSource: (rowKey: string, n: number, opener: HTMLElement) => void;
  onRetry: () => void;
  onAsk: (question: string) => void;
  onJumped: () => void;
}

/** The conversation, oldest first, with what is under way at its end. */
export function MessageList(props: MessageListProps) {
  const messages = useMessages(MESSAGES);
  const { entries, phase } = props.state;
  const listRef = useRef<HTMLDivElement>(null);
  const ownKey = pendingQuestion(phase)?.key ?? null;
  useReadingPosition(listRef, ownKey);
  const turns = turnsOf(entries);
  const [now] = useState(() => new Date());
  const { language } = useLanguage();
  const days = daysOfTurns(turns, { locale: LOCALES[language], now });
  const lastKey = turns.at(-1)?.[0]?.key;
  // What was over before this visit needs no room to grow.
  const [storedKey] = useState(ownKey === null ? lastKey : null);

  return (
    <>
      <div
        ref={listRef}
        role="log"
        aria-live="polite"
        aria-labelledby="conversation"
        // What gets the focus below must not stop under the composer.
        className={`flex flex-1 flex-col gap-6 pt-4 pb-8 **:scroll-mb-[calc(var(--composer-height)+1rem)] ${COLUMN_CLASSES}`}
      >
        <h2 id="conversation" className="sr-only">
          {messages.conversation}
        </h2>
        <AnswerAnnouncement entries={entries} />
        {turns.map((turn, index) => {
          const key = turn[0]?.key;
          const day = days[index] ?? null;
          const isLast = key === lastKey;
          return (
            <div
              key={key}
              id={turnId(key ?? '')}
              tabIndex={-1}
              className={`flex scroll-mt-4 flex-col gap-6 outline-none ${isLast && key !== storedKey ? ROOM_CLASSES : ''}`}
            >
              {day !== null && <NoticeRow content={day} />}
              {/* One list: an answer that is done keeps the key, and so the row, that it streamed in. */}
              {[...turn.map((entry) => entryRow(entry, turn, props)), isLast && pendingRow(props)]}
              {isLast && <AskAgain state={props.state} onAsk={props.onAsk} />}
              {isLast && <Suggestions state={props.state} onAsk={props.onAsk} />}
            </div>
          );
        })}
      </div>
      <JumpToNewest listRef={listRef} onJumped={props.onJumped} />
    </>
  );
}

/**
 * The height that is seen between the navigation and the composer, less the space above the turn and
 * below the list: at the end of the page the question stands at the top, and its answer grows into the room.
 */
const ROOM_CLASSES =
  'min-h-[calc(100dvh-var(--nav-height)-var(--composer-height,7rem)-var(--keyboard-height,0px)-3rem)]';

function entryRow(
  entry: Entry,
  turn: readonly Entry[],
  { state, opened, openSource, onRetry }: MessageListProps,
) {
  const { phase } = state;
  switch (entry.kind) {
    case 'notice':
      return <NoticeRow key={entry.key} content={entry.content} />;
    case 'reminder':
      return <ReminderRow key={entry.key} />;
    case 'question':
      return <QuestionRow key={entry.key} content={entry.content} />;
    case 'apology': {
      const isLatest = phase.kind === 'failed' && answerKey(phase.question) === entry.key;
      return <ApologyRow key={entry.key} hint={entry.hint} onRetry={isLatest ? onRetry : null} />;
    }
    case 'answer':
      return (
        <AnswerRow
          key={entry.key}
          rowKey={entry.key}
          message={entry.message}
          question={questionOf(turn)}
          isStreaming={false}
          openNumber={opened?.rowKey === entry.key ? opened.n : null}
          openSource={openSource}
        />
      );
  }
}

function questionOf([first]: readonly Entry[]): string | null {
  return first?.kind === 'question' ? first.content : null;
}

function pendingRow({ state, growing, opened, openSource }: MessageListProps) {
  const question = pendingQuestion(state.phase);
  if (question === null) return null;
  if (growing === null) return <ThinkingRow key={answerKey(question)} />;
  return (
    <AnswerRow
      key={growing.key}
      rowKey={growing.key}
      message={growing.message}
      question={question.content}
      isStreaming
      openNumber={opened?.rowKey === growing.key ? opened.n : null}
      openSource={openSource}
    />
  );
}

function ThinkingRow() {
  const messages = useMessages(MESSAGES);
  const { assistantName } = useWebConfig();
  return (
    <AssistantRow>
      <output
        className={`inline-flex items-center gap-3 justify-self-start px-4.5 py-3 text-md text-ink-2 ${BUBBLE_CLASSES}`}
      >
        <Runner />
        <span>{messages.thinking(assistantName)}</span>
      </output>
    </AssistantRow>
  );
}

const TICKS =
  'h-[9px] flex-1 bg-[repeating-linear-gradient(90deg,var(--line-strong)_0_1px,transparent_1px_12px)] opacity-55';

/** A line of the product itself between the messages, drawn as a yard line. */
function NoticeRow({ content }: { content: string | null }) {
  const messages = useMessages(MESSAGES);
  return (
    <div className="flex items-center gap-4 text-center text-xs text-ink-3">
      <span aria-hidden className={TICKS} />
      <p>{content ?? messages.endOfHistory}</p>
      <span aria-hidden className={TICKS} />
    </div>
  );
}

function ReminderRow() {
  const messages = useMessages(MESSAGES);
  const { assistantName, productName } = useWebConfig();
  return <NoticeRow content={messages.reminder(assistantName, productName)} />;
}

const QuestionRow = memo(function QuestionRow({ content }: { content: string }) {
  const messages = useMessages(MESSAGES);
  const lang = useLangOf(content);
  return (
    <article className="flex animate-rise justify-end">
      {/* By its question an answer is found among the headings. */}
      <h3 className="max-w-[min(36rem,86%)] rounded-lg rounded-br-[5px] bg-bubble-user px-4 py-[11px] font-sans text-[length:inherit] leading-[inherit] font-normal tracking-normal wrap-anywhere whitespace-pre-wrap text-on-bubble-user [text-wrap:pretty]">
        <span className="sr-only">{messages.you}</span>
        <span lang={lang}>{content}</span>
      </h3>
    </article>
  );
});

interface ApologyRowProps {
  hint: string | null;
  /** Asks the same question again; null for a failure that later questions have left behind. */
  onRetry: (() => void) | null;
}

function ApologyRow({ hint, onRetry }: ApologyRowProps) {
  const messages = useMessages(MESSAGES);
  return (
    <AssistantRow>
      <div
        role="alert"
        className="flex items-center gap-2.5 justify-self-start rounded-lg rounded-tl-[5px] border border-danger-line bg-danger-bg px-[15px] py-3.5 font-medium text-danger sm:px-5 sm:py-4"
      >
        <CircleAlert aria-hidden size={18} className="shrink-0" />
        <p>{messages.apology}</p>
      </div>
      {hint !== null && <p className="pl-1 text-sm text-ink-2">{hint}</p>}
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 pl-1 text-xs text-ink-3">
        {onRetry !== null && (
          <Button
            variant="secondary"
            size="sm"
            icon={<RotateCcw aria-hidden size={16} />}
            onClick={onRetry}
          >
            {messages.retry}
          </Button>
        )}
        <span>{messages.feedbackUnavailable}</span>
      </div>
    </AssistantRow>
  );
}

const lastSaid = (entries: readonly Entry[]) => entries.findLast(({ kind }) => kind !== 'reminder');

interface SuggestionsProps {
  state: ChatState;
  onAsk: (question: string) => void;
}

/** Questions that the sources answer, beside the newest answer while nothing else is asked. */
function Suggestions({ state: { entries, phase }, onAsk }: SuggestionsProps) {
  const messages = useMessages(MESSAGES);
  const { language } = useLanguage();
  const last = lastSaid(entries);
  if (phase.kind !== 'idle' || last?.kind !== 'answer') return null;
  const { suggestions = [], sources = [] } = last.message;
  if (suggestions.length === 0) return null;
  return (
    <section aria-labelledby="suggestions" className="-mt-3 grid animate-rise gap-2 sm:ml-[46px]">
      <h3 id="suggestions" className="text-2xs font-semibold text-accent-text">
        {/* An answer without sources has left the asked question open. */}
        {sources.length > 0 ? messages.also : messages.suggestions}
      </h3>
      <ul className="grid gap-2 sm:flex sm:flex-wrap">
        {suggestions.map((question) => (
          <li key={question}>
            <button
              type="button"
              lang={langIn(language, question)}
              onClick={() => onAsk(question)}
              className="flex min-h-11 w-full items-center gap-2.5 rounded-[22px] rounded-br-[5px] border border-line bg-surface px-4 py-2 text-left text-sm leading-[1.4] font-medium transition-[border-color] duration-(--dur-1) hover:border-primary sm:w-auto"
            >
              <MessageCircleQuestionMark aria-hidden size={17} className="shrink-0 text-primary" />
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks a question anew whose answer was stopped. */
function AskAgain({ state: { entries, phase }, onAsk }: SuggestionsProps) {
  const messages = useMessages(MESSAGES);
  const asked = entries.findLast((entry) => entry.kind === 'question');
  const last = lastSaid(entries);
  const isStopped = last?.kind === 'answer' && last.message.stopped === true;
  if (phase.kind !== 'idle' || !isStopped || asked === undefined) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<RotateCcw aria-hidden size={16} />}
      onClick={() => onAsk(asked.content)}
      className="-mt-3 self-start sm:ml-[46px]"
    >
      {messages.askAgain}
    </Button>
  );
}

/** What Markdown writes around words, which shall not be read aloud. */
const MARKDOWN_SIGNS = /[*_`#|>~]+/g;
/** Long enough for a screen reader to notice; then the text is on the page only once again. */
const ANNOUNCED_MS = 1_000;

function announcedText(content: string): string {
  return withoutMarks(content).replace(MARKDOWN_SIGNS, ' ').replace(/\s+/g, ' ').trim();
}

/**
 * Reads each answer of this visit to those who listen: once, when it is finished. The rows that it
 * grew in are silent.
 */
function AnswerAnnouncement({ entries }: { entries: readonly Entry[] }) {
  const last = lastSaid(entries);
  const [announcedKey, setAnnouncedKey] = useState(last?.key);
  const key = last?.kind === 'answer' && last.key !== announcedKey ? last.key : null;

  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(() => setAnnouncedKey(key), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [key]);

  return (
    <p aria-live="polite" className="sr-only">
      {key !== null && last?.kind === 'answer' && announcedText(last.message.content)}
    </p>
  );
}
