import './answer.css';
import type { ChatMessage, Source } from '@pathway/contract/chat';
import { COPIED_LABEL_MS } from '@pathway/contract/limits';
import { Check, CircleStop, Copy, Mail } from 'lucide-react';
import { memo, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { LOCALES, useLanguage } from '../../../lib/language/language.ts';
import { useMessages } from '../../../lib/language/messages.ts';
import { useWebConfig } from '../../../lib/web-config.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { LogoMark } from '../../../ui/drawings.tsx';
import { AnswerFeedback } from '../feedback/answer-feedback.tsx';
import { BUBBLE_CLASSES } from '../layout-classes.ts';
import { MESSAGES } from '../messages.ts';
import { CitationContext, SourceStrip } from '../sources/citations.tsx';
import { citedSources } from '../sources/cited-sources.ts';
import { AnswerBody } from './answer-body.tsx';
import { copyAnswer, copyOfAnswer } from './copy-answer.ts';

const NO_SOURCES: readonly Source[] = [];

interface AnswerRowProps {
  /** Names this row to `openSource`. */
  rowKey: string;
  message: ChatMessage;
  /** What it answers; null where that is too old to be known. */
  question: string | null;
  isStreaming: boolean;
  openNumber: number | null;
  openSource: (rowKey: string, n: number, opener: HTMLElement) => void;
}

/** An answer with its sources, from its first words on. */
export const AnswerRow = memo(function AnswerRow(props: AnswerRowProps) {
  const { rowKey, message, question, isStreaming, openNumber, openSource } = props;
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
        {message.needsPerson === true && <AskPerson question={question} />}
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

/** Takes the question to the person whom the school or club has named, in the asker's own mail program. */
function AskPerson({ question }: { question: string | null }) {
  const messages = useMessages(MESSAGES);
  const { contactName, contactUrl, productName } = useWebConfig();
  if (contactUrl === '') return null;
  const isMail = contactUrl.startsWith('mailto:');
  const mail = `${contactUrl}?subject=${encodeURIComponent(messages.sendSubject(productName))}&body=${encodeURIComponent(question ?? '')}`;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
      <a
        href={isMail ? mail : contactUrl}
        {...(!isMail && { target: '_blank', rel: 'noopener noreferrer' })}
        className={buttonClasses('secondary', 'sm')}
      >
        <Mail aria-hidden size={16} className="shrink-0" />
        {isMail ? messages.sendQuestion(contactName) : messages.askPerson(contactName)}
        {!isMail && <span className="sr-only"> {messages.opensInNewTab}</span>}
      </a>
      {isMail && messages.sendHint}
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

interface AssistantRowProps {
  children: ReactNode;
  isBusy?: boolean;
  /** Its changes are not read aloud. */
  isSilent?: boolean;
}

/** A message of the assistant: its mark on the left, on a small screen with its name above. */
export function AssistantRow({ children, isBusy, isSilent }: AssistantRowProps) {
  const { assistantName } = useWebConfig();
  return (
    <article
      aria-busy={isBusy}
      aria-live={isSilent ? 'off' : undefined}
      className="flex max-w-full animate-rise flex-col gap-2 sm:flex-row sm:gap-3"
    >
      <div className="flex items-center gap-[9px] text-sm font-semibold sm:mt-0.5 sm:block">
        <span className="contents [&>svg]:size-7 sm:[&>svg]:size-[34px]">
          <LogoMark size={34} />
        </span>
        <span className="sm:sr-only">{assistantName}</span>
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">{children}</div>
    </article>
  );
}

const LABELS = { none: 'copyAnswer', copied: 'copied', failed: 'copyFailed' } as const;

function CopyAnswerButton({ message }: { message: ChatMessage }) {
  const messages = useMessages(MESSAGES);
  const { language } = useLanguage();
  const [outcome, setOutcome] = useState<keyof typeof LABELS>('none');

  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(button: HTMLElement) {
    try {
      const body = button.closest('article')?.querySelector('.answer-text') ?? null;
      const words = { messages, locale: LOCALES[language], now: Date.now() };
      await copyAnswer(copyOfAnswer(body, message, words));
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }

  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => void copy(currentTarget)}
      className="ml-auto inline-flex min-h-9 items-center gap-1.5 rounded-sm px-2 text-xs font-medium text-ink-2 hover:bg-surface-3 hover:text-ink pointer-coarse:min-h-control"
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span aria-live="polite">{messages[LABELS[outcome]]}</span>
    </button>
  );
}
