import type { ChatMessage, Thumb } from '@pathway/contract/chat';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { FieldError } from '../../ui/field-error.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { ThumbButton } from './thumb-button.tsx';
import { useFeedback } from './use-feedback.ts';

const THUMBS: readonly Thumb[] = ['up', 'down'];

interface AnswerFeedbackProps {
  message: ChatMessage & { id: string };
  /** What stands at the end of the row. */
  trailing: ReactNode;
}

/** Thumbs, then the optional words, then the thanks. */
export function AnswerFeedback({ message, trailing }: AnswerFeedbackProps) {
  const messages = useMessages(MESSAGES);
  const { state, choose, submit } = useFeedback(message);
  const rowRef = useRef<HTMLDivElement>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const movesFocus = useRef(false);
  const chosen = state.kind === 'asking' ? null : state.thumb;
  const isFormOpen = chosen !== null && state.kind !== 'thanked';

  // The focused control was locked or left: the focus goes on to what came instead of it.
  useEffect(() => {
    if (!movesFocus.current) return;
    if (state.kind === 'choosing') textRef.current?.focus();
    if (state.kind === 'thanked') rowRef.current?.focus();
  }, [state.kind]);

  return (
    <>
      <div
        ref={rowRef}
        tabIndex={-1}
        className="flex min-h-9 flex-wrap items-center gap-1 pl-1 text-xs text-ink-3 outline-none"
      >
        <span className="mr-1">{messages.wasThisHelpful}</span>
        {THUMBS.map((thumb) => (
          <ThumbButton
            key={thumb}
            thumb={thumb}
            isChosen={chosen === thumb}
            isLocked={chosen !== null}
            onChoose={(isByKeyboard) => {
              movesFocus.current = isByKeyboard;
              choose(thumb);
            }}
          />
        ))}
        {state.kind === 'thanked' && <Thanks />}
        {trailing}
      </div>
      {state.kind === 'asking' && state.hasFailed && (
        <FieldError>{messages.feedbackFailed}</FieldError>
      )}
      {state.kind === 'thanked' && state.comment !== '' && (
        <p className="pl-1 text-xs wrap-anywhere whitespace-pre-wrap text-ink-3">
          {messages.yourComment}
          <q className="text-ink-2">{state.comment}</q>
        </p>
      )}
      {isFormOpen && (
        <FeedbackForm
          textRef={textRef}
          isBusy={state.kind === 'choosing' || state.kind === 'submitting'}
          hasFailed={state.kind === 'commenting' && state.hasFailed}
          onSubmit={(comment) => {
            movesFocus.current = true;
            submit(comment);
          }}
        />
      )}
    </>
  );
}

function Thanks() {
  const messages = useMessages(MESSAGES);
  return (
    <output className="ml-1.5 inline-flex items-center gap-1.5 text-sm font-semibold text-success">
      <CircleCheck aria-hidden size={16} className="shrink-0" />
      {messages.thankYou}
    </output>
  );
}
