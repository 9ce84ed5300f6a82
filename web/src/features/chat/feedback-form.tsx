import { FEEDBACK_TEXT_MAX_LENGTH } from '@pathway/contract/limits';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field-error.tsx';
import { INPUT_CLASSES } from '../../ui/input-classes.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

interface FeedbackFormProps {
  textRef: RefObject<HTMLTextAreaElement | null>;
  isBusy: boolean;
  hasFailed: boolean;
  onSubmit: (comment: string) => void;
}

/** The optional words behind a thumb. */
export function FeedbackForm({ textRef, isBusy, hasFailed, onSubmit }: FeedbackFormProps) {
  const messages = useMessages(MESSAGES);
  const [comment, setComment] = useState('');
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit(comment.trim());
  }

  return (
    <form
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
