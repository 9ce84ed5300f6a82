import { useRef } from 'react';
import { AnswerAnnouncement } from './answer-announcement.tsx';
import { AnswerRow } from './answer-row.tsx';
import { ApologyRow } from './apology-row.tsx';
import {
  type AnswerEntry,
  answerKey,
  type ChatState,
  type Entry,
  pendingQuestion,
} from './chat-machine.ts';
import { COLUMN_CLASSES } from './column-classes.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { NoticeRow } from './notice-row.tsx';
import { QuestionRow } from './question-row.tsx';
import { Suggestions } from './suggestions.tsx';
import { ThinkingRow } from './thinking-row.tsx';
import { useFollowNewest } from './use-follow-newest.ts';

export interface OpenedSource {
  readonly rowKey: string;
  readonly n: number;
}

interface MessageListProps {
  state: ChatState;
  /** The answer that is being written. */
  growing: AnswerEntry | null;
  opened: OpenedSource | null;
  openSource: (rowKey: string, n: number, opener: HTMLElement) => void;
  onRetry: () => void;
  onAsk: (question: string) => void;
}

/** The conversation, oldest first, with what is under way at its end. */
export function MessageList(props: MessageListProps) {
  const messages = useMessages(MESSAGES);
  const { entries, phase } = props.state;
  const listRef = useRef<HTMLDivElement>(null);
  useFollowNewest(listRef, pendingQuestion(phase)?.key ?? null);

  // One flat list: an answer that is done keeps the key, and so the row, that it streamed in.
  const rows = entries.map((entry) => entryRow(entry, props));
  return (
    <div
      ref={listRef}
      role="log"
      aria-live="polite"
      aria-labelledby="conversation"
      className={`flex flex-1 flex-col gap-6 pt-4 pb-8 ${COLUMN_CLASSES}`}
    >
      <h2 id="conversation" className="sr-only">
        {messages.conversation}
      </h2>
      {[...rows, pendingRow(props)]}
      <Suggestions questions={offeredQuestions(props.state)} onAsk={props.onAsk} />
      <AnswerAnnouncement entries={entries} />
    </div>
  );
}

function entryRow(entry: Entry, { state, opened, openSource, onRetry }: MessageListProps) {
  const { phase } = state;
  switch (entry.kind) {
    case 'notice':
      return <NoticeRow key={entry.key} content={entry.content} />;
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
          isStreaming={false}
          openNumber={opened?.rowKey === entry.key ? opened.n : null}
          openSource={openSource}
        />
      );
  }
}

/** Of the newest answer alone, while nothing else is asked. */
function offeredQuestions({ entries, phase }: ChatState): readonly string[] {
  const last = entries.at(-1);
  if (phase.kind !== 'idle' || last?.kind !== 'answer') return [];
  return last.message.suggestions ?? [];
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
      isStreaming
      openNumber={opened?.rowKey === growing.key ? opened.n : null}
      openSource={openSource}
    />
  );
}
