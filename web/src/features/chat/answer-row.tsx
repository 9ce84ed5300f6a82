import './answer.css';
import type { ChatMessage, Source } from '@pathway/contract/chat';
import { CircleStop } from 'lucide-react';
import { memo, Suspense, useMemo } from 'react';
import { AnswerFeedback } from './answer-feedback.tsx';
import { AnswerBody } from './answer-body.tsx';
import { AssistantRow } from './assistant-row.tsx';
import { BUBBLE_CLASSES } from './bubble-classes.ts';
import { citedSources } from './cited-sources.ts';
import { CitationContext } from './citation-context.ts';
import { CopyAnswerButton } from './copy-answer-button.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { SourceStrip } from './source-strip.tsx';

const NO_SOURCES: readonly Source[] = [];

interface AnswerRowProps {
  /** Names this row to `openSource`. */
  rowKey: string;
  message: ChatMessage;
  isStreaming: boolean;
  openNumber: number | null;
  openSource: (rowKey: string, n: number, opener: HTMLElement) => void;
}

/** An answer with its sources, from its first words on. */
export const AnswerRow = memo(function AnswerRow(props: AnswerRowProps) {
  const { rowKey, message, isStreaming, openNumber, openSource } = props;
  const sources = message.sources ?? NO_SOURCES;
  const cited = useMemo(
    () => (isStreaming ? [] : citedSources(message.content, sources)),
    [message.content, sources, isStreaming],
  );
  const citations = useMemo(
    () => ({
      sources,
      openNumber,
      openSource: (n: number, opener: HTMLElement) => openSource(rowKey, n, opener),
    }),
    [sources, openNumber, openSource, rowKey],
  );

  return (
    <CitationContext value={citations}>
      <AssistantRow isBusy={isStreaming} isSilent>
        <div
          className={`shadow-1 ${BUBBLE_CLASSES} ${cited.length === 0 && !isStreaming ? 'justify-self-start' : ''}`}
        >
          <div className="px-[15px] py-3.5 sm:px-5 sm:py-4">
            {message.content !== '' && (
              <Suspense>
                <AnswerBody content={message.content} sources={sources} isStreaming={isStreaming} />
              </Suspense>
            )}
            {message.stopped === true && <StoppedMark isAlone={message.content === ''} />}
          </div>
          {cited.length > 0 && <SourceStrip cited={cited} />}
        </div>
        {!isStreaming && <AnswerActions message={message} />}
      </AssistantRow>
    </CitationContext>
  );
});

function StoppedMark({ isAlone }: { isAlone: boolean }) {
  const messages = useMessages(MESSAGES);
  return (
    <p
      className={`flex items-center gap-1.5 text-xs font-medium text-ink-3 ${isAlone ? '' : 'mt-3'}`}
    >
      <CircleStop aria-hidden size={14} />
      {messages.stopped}
    </p>
  );
}

function AnswerActions({ message }: { message: ChatMessage }) {
  const messages = useMessages(MESSAGES);
  const copy = message.content !== '' && <CopyAnswerButton message={message} />;
  if (message.id !== null) {
    return <AnswerFeedback message={{ ...message, id: message.id }} trailing={copy} />;
  }
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-1 pl-1 text-xs text-ink-3">
      <span>{messages.feedbackUnavailable}</span>
      {copy}
    </div>
  );
}
