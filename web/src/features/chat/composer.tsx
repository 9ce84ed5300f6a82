import { CHAT_INPUT_MAX_LENGTH } from '@pathway/contract/limits';
import { SendHorizontal, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { buttonClasses } from '../../ui/button-classes.ts';
import { COLUMN_CLASSES } from './column-classes.ts';
import { cutDraft } from './cut-draft.ts';
import { DraftCounter } from './draft-counter.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { useFittingHeight } from './use-fitting-height.ts';
import { useSlashFocus } from './use-slash-focus.ts';

const BUTTON_CLASSES = 'rounded-md! max-sm:w-control max-sm:px-0';

/** Safari ends an input method with an Enter that only this old code tells apart. */
const INPUT_METHOD_KEY_CODE = 229;

interface ComposerProps {
  initialDraft: string;
  onDraft: (draft: string) => void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  isPending: boolean;
  onSend: (question: string) => void;
  onStop: () => void;
}

/** Where a question is written. What is being written stays, whatever happens to the last one. */
export function Composer(props: ComposerProps) {
  const messages = useMessages(MESSAGES);
  const { initialDraft, onDraft, fieldRef, isPending, onSend, onStop } = props;
  const [draft, setDraft] = useState(initialDraft);
  const fieldId = useId();
  const counterId = useId();
  useSlashFocus(fieldRef);
  useFittingHeight(fieldRef);

  const question = cutDraft(draft).trim();
  const canSend = question !== '' && !isPending;

  function write(text: string) {
    setDraft(text);
    onDraft(text);
  }

  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    if (!canSend) return;
    write('');
    onSend(question);
  }

  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey) return;
    if (event.nativeEvent.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE) return;
    send(event);
  }

  return (
    <div className="sticky bottom-0 z-(--z-sticky) bg-linear-to-t from-bg from-82% to-transparent pt-3 pb-[max(var(--space-4),env(safe-area-inset-bottom))]">
      <form onSubmit={send} className={COLUMN_CLASSES}>
        <div className="flex items-end gap-2 rounded-lg border border-line-strong bg-surface py-[7px] pr-[7px] pl-4 shadow-2 focus-within:border-focus focus-within:ring-1 focus-within:ring-focus">
          <label htmlFor={fieldId} className="sr-only">
            {messages.messageLabel}
          </label>
          <textarea
            ref={fieldRef}
            id={fieldId}
            rows={1}
            value={draft}
            maxLength={CHAT_INPUT_MAX_LENGTH}
            placeholder={messages.placeholder}
            aria-describedby={counterId}
            enterKeyHint="send"
            // Cutting while an input method composes would break the word it is at.
            onChange={({ target, nativeEvent }) =>
              write(isComposing(nativeEvent) ? target.value : cutDraft(target.value))
            }
            onCompositionEnd={({ currentTarget }) => write(cutDraft(currentTarget.value))}
            onKeyDown={sendOnEnter}
            className="field-sizing-content max-h-38 min-h-control min-w-0 flex-1 resize-none bg-transparent py-2.5 leading-normal outline-none"
          />
          {isPending && (
            <button
              type="button"
              onClick={onStop}
              className={buttonClasses('secondary', 'md', BUTTON_CLASSES)}
            >
              <Square aria-hidden size={16} fill="currentColor" className="shrink-0" />
              <span className="max-sm:sr-only">{messages.stop}</span>
            </button>
          )}
          <button
            type="submit"
            disabled={!canSend}
            className={buttonClasses('primary', 'md', BUTTON_CLASSES)}
          >
            <SendHorizontal aria-hidden size={18} className="shrink-0" />
            <span className="max-sm:sr-only">{messages.send}</span>
          </button>
        </div>
        <div className="flex justify-between gap-4 pt-[7px] pr-1 pl-[17px] text-xs text-ink-3">
          <DraftCounter id={counterId} used={draft.length} />
          <KeyHints />
        </div>
      </form>
    </div>
  );
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing;
}

const KEY_CLASSES =
  'rounded-[4px] border border-b-2 border-line bg-surface px-[5px] py-px font-sans text-2xs leading-none font-semibold text-ink-2';

function KeyHints() {
  const messages = useMessages(MESSAGES);
  return (
    <span className="max-sm:hidden pointer-coarse:hidden">
      <kbd className={KEY_CLASSES}>{messages.keyEnter}</kbd>
      {messages.keySends}
      <kbd className={KEY_CLASSES}>{messages.keyShift}</kbd> +{' '}
      <kbd className={KEY_CLASSES}>{messages.keyEnter}</kbd>
      {messages.keyBreaksLine}
    </span>
  );
}
