import { type Hiding, HIDING_REASON_MAX_LENGTH } from '@pathway/contract/reading';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { formatDate } from '../../lib/dates.ts';
import { failureText } from '../../lib/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError, TextAreaField } from '../../ui/fields.tsx';
import { MESSAGES } from './messages.ts';
import { useHide, useShow } from './reading-calls.ts';

interface HideFormProps {
  sourceId: string;
  passageId: number;
  /** Called when the passage is hidden, or nobody wants that any more. */
  onDone: () => void;
}

/** Asks why a passage is kept out of answers. Esc leaves it. */
export function HideForm({ sourceId, passageId, onDone }: HideFormProps) {
  const [reason, setReason] = useState('');
  const hide = useHide(sourceId, onDone);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hide.isPending) hide.mutate({ passage: passageId, reason });
  };
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The drawer stays.
    event.preventDefault();
    onDone();
  };
  return (
    <form ref={form} className="grid animate-rise gap-2.5" onSubmit={submit}>
      <TextAreaField
        label={MESSAGES.why}
        required
        maxLength={HIDING_REASON_MAX_LENGTH}
        rows={2}
        className="min-h-16"
        value={reason}
        disabled={hide.isPending}
        onChange={({ target }) => setReason(target.value)}
        onKeyDown={leaveOnEscape}
      />
      {hide.isError && (
        <FieldError>{failureText(hide.error, MESSAGES.hideFailed, MESSAGES.unknown)}</FieldError>
      )}
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          disabled={reason.trim() === ''}
          busy={hide.isPending}
          busyLabel={MESSAGES.hiding}
        >
          {MESSAGES.confirm}
        </Button>
        <Button variant="ghost" size="sm" disabled={hide.isPending} onClick={onDone}>
          {MESSAGES.cancel}
        </Button>
      </div>
    </form>
  );
}

interface HidingNoteProps {
  id: string;
  hiding: Hiding;
  children?: ReactNode;
  /** Called when it is shown again: the button that was pressed is gone then. */
  onShown: () => void;
}

/** Why a passage is hidden, by whom and since when, and how it is shown again. */
export function HidingNote({ id, hiding, children, onShown }: HidingNoteProps) {
  const show = useShow(id, onShown);
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium wrap-anywhere whitespace-pre-wrap">{hiding.reason}</p>
      <p className="text-xs wrap-anywhere text-ink-3">
        {MESSAGES.by(hiding.by, formatDate(hiding.at))}
      </p>
      {show.isError && (
        <FieldError>{failureText(show.error, MESSAGES.showFailed, MESSAGES.unknown)}</FieldError>
      )}
      <div className="-ml-3 flex flex-wrap">
        {children}
        <Button
          variant="ghost"
          size="sm"
          busy={show.isPending}
          busyLabel={MESSAGES.showing}
          onClick={() => show.mutate(hiding.id)}
        >
          {MESSAGES.show}
        </Button>
      </div>
    </div>
  );
}
