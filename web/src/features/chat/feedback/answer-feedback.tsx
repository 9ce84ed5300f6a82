import type { ChatMessage, Thumb } from '@pathway/contract/chat';
import { FEEDBACK_TEXT_MAX_LENGTH } from '@pathway/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, ThumbsDown, ThumbsUp } from 'lucide-react';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useReducer,
  useRef,
  useState,
} from 'react';
import { isFocusNowhere } from '../../../lib/is-focus-nowhere.ts';
import { useMessages } from '../../../lib/language/messages.ts';
import { useSignedIn } from '../../../session/session-context.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError, INPUT_CLASSES } from '../../../ui/fields.tsx';
import { submitFeedback } from '../chat-calls.ts';
import { MESSAGES } from '../messages.ts';
import { feedbackOf, transitionFeedback } from './feedback-machine.ts';

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
  const isByKeyboard = useRef<boolean | null>(null);
  const chosen = state.kind === 'asking' ? null : state.thumb;
  const isFormOpen = chosen !== null && state.kind !== 'thanked';

  // The pressed control was locked or is gone: the focus goes on to what came instead of it. In a field
  // it would raise the keyboard of a touch screen.
  useEffect(() => {
    if (isByKeyboard.current === null) return;
    if (state.kind === 'choosing') {
      (isByKeyboard.current ? textRef : rowRef).current?.focus({ preventScroll: true });
    } else if (isFocusNowhere()) rowRef.current?.focus({ preventScroll: true });
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
            onChoose={(isKey) => {
              isByKeyboard.current = isKey;
              choose(thumb);
            }}
          />
        ))}
        {state.kind === 'thanked' && (
          <output className="ml-1.5 inline-flex items-center gap-1.5 text-sm font-semibold text-success">
            <CircleCheck aria-hidden size={16} className="shrink-0" />
            {messages.thankYou}
          </output>
        )}
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
            isByKeyboard.current ??= false;
            submit(comment);
          }}
        />
      )}
    </>
  );
}

const THUMB_CHOICES = {
  up: {
    Icon: ThumbsUp,
    label: 'thumbsUp',
    pressed:
      'aria-pressed:border-success-line aria-pressed:bg-success-bg aria-pressed:text-success',
  },
  down: {
    Icon: ThumbsDown,
    label: 'thumbsDown',
    pressed: 'aria-pressed:border-danger-line aria-pressed:bg-danger-bg aria-pressed:text-danger',
  },
} as const;

interface ThumbButtonProps {
  thumb: Thumb;
  isChosen: boolean;
  isLocked: boolean;
  onChoose: (isByKeyboard: boolean) => void;
}

function ThumbButton({ thumb, isChosen, isLocked, onChoose }: ThumbButtonProps) {
  const messages = useMessages(MESSAGES);
  const { Icon, label, pressed } = THUMB_CHOICES[thumb];
  const idle = isChosen
    ? ''
    : 'text-ink-2 disabled:text-disabled-ink disabled:opacity-75 not-disabled:hover:bg-surface-3 not-disabled:hover:text-ink';
  return (
    <button
      type="button"
      aria-label={messages[label]}
      aria-pressed={isChosen}
      disabled={isLocked}
      // A click without a press of the pointer comes from the keyboard.
      onClick={(event) => onChoose(event.detail === 0)}
      className={`inline-grid size-9 place-items-center rounded-sm border border-transparent pointer-coarse:size-control ${idle} ${pressed}`}
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}

interface FeedbackFormProps {
  textRef: RefObject<HTMLTextAreaElement | null>;
  isBusy: boolean;
  hasFailed: boolean;
  onSubmit: (comment: string) => void;
}

/** The optional words behind a thumb. */
function FeedbackForm({ textRef, isBusy, hasFailed, onSubmit }: FeedbackFormProps) {
  const messages = useMessages(MESSAGES);
  const [comment, setComment] = useState('');
  const id = useId();
  const formRef = useRef<HTMLFormElement>(null);

  // Below the end of the page, or under the composer, nobody would see that it opened.
  useEffect(() => {
    formRef.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit(comment.trim());
  }

  return (
    <form
      ref={formRef}
      onSubmit={submit}
      className="grid animate-rise gap-2 rounded-md border border-line bg-surface p-3"
    >
      <label htmlFor={id} className="sr-only">
        {messages.feedbackLabel}
      </label>
      <textarea
        id={id}
        ref={textRef}
        value={comment}
        maxLength={FEEDBACK_TEXT_MAX_LENGTH}
        placeholder={messages.feedbackPlaceholder}
        onChange={(event) => setComment(event.target.value)}
        className={`${INPUT_CLASSES} min-h-18 resize-y leading-normal`}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {hasFailed && (
          <div className="mr-auto">
            <FieldError>{messages.feedbackFailed}</FieldError>
          </div>
        )}
        <Button type="submit" size="sm" busy={isBusy}>
          {messages.submitFeedback}
        </Button>
      </div>
    </form>
  );
}

/** The feedback machine of one stored answer, with its calls. */
function useFeedback(message: ChatMessage & { id: string }) {
  const { user, chatSessionId } = useSignedIn();
  const [state, send] = useReducer(transitionFeedback, message, feedbackOf);
  const { mutate } = useMutation({
    mutationFn: ({ thumb, comment }: { thumb: Thumb; comment: string }) =>
      submitFeedback({
        message_id: message.id,
        session_id: chatSessionId,
        user_id: user.id,
        user_type: user.tier,
        thumbs: thumb,
        text_feedback: comment,
        timestamp: new Date().toISOString(),
      }),
    onSuccess: () => send({ type: 'stored' }),
    onError: () => send({ type: 'failed' }),
  });

  function choose(thumb: Thumb) {
    if (state.kind !== 'asking') return;
    send({ type: 'chosen', thumb });
    mutate({ thumb, comment: '' });
  }

  function submit(comment: string) {
    if (state.kind !== 'commenting') return;
    send({ type: 'submitted', comment });
    mutate({ thumb: state.thumb, comment });
  }

  return { state, choose, submit };
}
