import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { isFocusNowhere } from '../../../lib/is-focus-nowhere.ts';
import { useLegalLinks } from '../../../lib/language/language.ts';
import { useMessages } from '../../../lib/language/messages.ts';
import { useWebConfig } from '../../../lib/web-config.ts';
import { useSignedIn } from '../../../session/session-context.ts';
import { LogoMark } from '../../../ui/drawings.tsx';
import { loadAnswerRenderer } from '../answer/answer-body.tsx';
import { Composer } from '../composer/composer.tsx';
import { COLUMN_CLASSES, NOTICE_ID } from '../layout-classes.ts';
import { MESSAGES } from '../messages.ts';
import { SourcesPanel } from '../sources/sources-panel.tsx';
import { type Entry, growingEntry, pendingQuestion } from './chat-machine.ts';
import { createKeptWriting, initialDraft } from './kept-writing.ts';
import { MessageList } from './message-list.tsx';
import { QuestionsMenu } from './questions-menu.tsx';
import { useConversation } from './use-conversation.ts';
import { useOpenedSource } from './use-opened-source.ts';

const RENDERER_AFTER_MS = 1_000;

interface ConversationProps {
  initialEntries: readonly Entry[];
  /** Stands above the messages, for what went wrong with them. */
  notice?: ReactNode;
}

/** The conversation from its stored beginning on, with its composer and the sources beside it. */
export function Conversation({ initialEntries, notice }: ConversationProps) {
  const { assistantName } = useWebConfig();
  const { user } = useSignedIn();
  const [writing] = useState(() => createKeptWriting(user.id));
  const [firstDraft] = useState(() => initialDraft(writing, initialEntries));
  const { state, ask, retry, stop } = useConversation(initialEntries, writing);
  const growing = useMemo(() => growingEntry(state.phase), [state.phase]);
  const { opened, cited, openSource, closeSource } = useOpenedSource(state.entries, growing);
  useEffect(() => {
    // What the screen shows first goes first; an answer that comes sooner waits for it anyway.
    const timer = setTimeout(() => void loadAnswerRenderer(), RENDERER_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const mainRef = useRef<HTMLElement>(null);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const hasPanel = opened !== null && cited.length > 0;

  // Whoever comes by the keyboard can write at once.
  useEffect(() => {
    if (isFocusNowhere()) goOnWriting();
  }, []);

  /** The pressed button is gone now. In the field the focus would raise the keyboard of a touch screen. */
  function goOnWriting() {
    const isTouched = window.matchMedia('(pointer: coarse)').matches;
    (isTouched ? mainRef : fieldRef).current?.focus({ preventScroll: true });
  }

  function askAndGoOn(question: string) {
    ask(question);
    goOnWriting();
  }

  return (
    <div
      className={`grid flex-1 grid-cols-[minmax(0,1fr)] ${hasPanel ? 'lg:grid-cols-[minmax(0,1fr)_23.5rem]' : ''}`}
    >
      <main ref={mainRef} id="main" tabIndex={-1} className="flex min-w-0 flex-col outline-none">
        <SkipToMessage onSkip={() => fieldRef.current?.focus()} />
        <ChatHeading assistantName={assistantName} />
        {notice}
        {state.entries.length === 0 ? (
          <Welcome onAsk={askAndGoOn} />
        ) : (
          <MessageList
            state={state}
            growing={growing}
            opened={opened}
            openSource={openSource}
            onAsk={askAndGoOn}
            onJumped={goOnWriting}
            onRetry={() => {
              retry();
              goOnWriting();
            }}
          />
        )}
        <Composer
          initialDraft={firstDraft}
          onDraft={writing.keepDraft}
          fieldRef={fieldRef}
          isPending={pendingQuestion(state.phase) !== null}
          beside={<QuestionsMenu entries={state.entries} />}
          onSend={ask}
          onStop={() => {
            stop();
            goOnWriting();
          }}
        />
      </main>
      {hasPanel && (
        <SourcesPanel
          rowKey={opened.rowKey}
          cited={cited}
          currentNumber={opened.n}
          onClose={closeSource}
        />
      )}
    </div>
  );
}

/** Past a long conversation, for those who go by the keyboard. */
function SkipToMessage({ onSkip }: { onSkip: () => void }) {
  const messages = useMessages(MESSAGES);
  return (
    <button
      type="button"
      onClick={onSkip}
      className="fixed -top-15 left-gutter z-(--z-tip) rounded-sm bg-primary px-4 py-2.5 text-on-primary focus:top-2"
    >
      {messages.skipToMessage}
    </button>
  );
}

/** What stands where the conversation will be: who answers, from what, and four ways to begin. */
function Welcome({ onAsk }: { onAsk: (question: string) => void }) {
  const messages = useMessages(MESSAGES);
  const { assistantName, productName } = useWebConfig();
  return (
    <div className={`flex flex-1 flex-col pt-4 ${COLUMN_CLASSES}`}>
      <div className="grid gap-5 pb-4 sm:my-auto sm:gap-6 sm:py-4">
        <div className="flex items-start gap-4">
          <span className="contents [&>svg]:size-10 sm:[&>svg]:size-13">
            <LogoMark size={52} />
          </span>
          <div>
            <h2 className="mb-2 text-[clamp(1.5rem,1.2rem+1.2vw,2.125rem)] leading-[1.15] tracking-[-0.022em]">
              {messages.greeting(assistantName)}
            </h2>
            <p className="max-w-xl leading-normal text-ink-2 sm:text-lg">{messages.welcome}</p>
            <p className="mt-2 max-w-xl text-sm leading-normal text-ink-3">
              {messages.whatIAm(productName)}
            </p>
          </div>
        </div>
        <ul aria-label={messages.starters} className="grid gap-2 sm:grid-cols-2 sm:gap-3">
          {messages.starterQuestions.map(({ topic, question }, index) => (
            <li key={question}>
              <button
                type="button"
                onClick={() => onAsk(inLanguageOfSources(index, question))}
                className="grid size-full content-start gap-0.5 rounded-md border border-line bg-surface px-3.5 py-[11px] text-left transition-[border-color] duration-(--dur-1) hover:border-primary focus-visible:rounded-md sm:px-4 sm:py-3.5"
              >
                <span className="text-2xs font-semibold text-accent-text">{topic}</span>
                <span className="leading-[1.4] font-medium">{question}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The sources are in English, and so is a question that shall find its answer in any case. */
function inLanguageOfSources(index: number, question: string): string {
  return MESSAGES.english.starterQuestions[index]?.question ?? question;
}

export function ChatHeading({ assistantName }: { assistantName: string }) {
  const messages = useMessages(MESSAGES);
  const { productName } = useWebConfig();
  const { safetyUrl } = useLegalLinks();
  return (
    <header className={`pt-4 pb-3 sm:pt-6 ${COLUMN_CLASSES}`}>
      <h1 className="text-[1.5rem] sm:text-2xl">{messages.heading(assistantName)}</h1>
      <p className="mt-0.5 text-sm text-ink-3">
        <span id={NOTICE_ID}>{messages.notice(productName)}</span>{' '}
        <a href={safetyUrl} target="_blank" rel="noopener noreferrer">
          {messages.safety}
        </a>
      </p>
    </header>
  );
}
