import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useWebConfig } from '../../lib/web-config-context.ts';
import { useSignedIn } from '../../session/session-context.ts';
import { type Entry, growingEntry, pendingQuestion } from './chat-machine.ts';
import { ChatHeading } from './chat-heading.tsx';
import { loadAnswerRenderer } from './answer-body.tsx';
import { Composer } from './composer.tsx';
import { createKeptWriting, initialDraft } from './kept-writing.ts';
import { MessageList } from './message-list.tsx';
import { SourcesPanel } from './sources-panel.tsx';
import { useConversation } from './use-conversation.ts';
import { useOpenedSource } from './use-opened-source.ts';
import { Welcome } from './welcome.tsx';

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
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const hasPanel = opened !== null && cited.length > 0;

  /** The pressed button is gone now. On a touch screen the focus would raise the keyboard. */
  function goOnWriting() {
    if (!window.matchMedia('(pointer: coarse)').matches) fieldRef.current?.focus();
  }

  function askAndGoOn(question: string) {
    ask(question);
    goOnWriting();
  }

  return (
    <div
      className={`grid flex-1 grid-cols-[minmax(0,1fr)] ${hasPanel ? 'lg:grid-cols-[minmax(0,1fr)_23.5rem]' : ''}`}
    >
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-col outline-none">
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
