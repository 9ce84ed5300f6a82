import { CHAT_INPUT_MAX_LENGTH } from '@pathway/contract/limits';
import { CircleAlert, SendHorizontal, Square } from 'lucide-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent as FieldKeyEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useMessages } from '../../../lib/language/messages.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { COLUMN_CLASSES, NOTICE_ID } from '../layout-classes.ts';
import { MESSAGES } from '../messages.ts';

const BUTTON_CLASSES = 'rounded-md! max-sm:w-control max-sm:px-0';

/** Safari ends an input method with an Enter that only this old code tells apart. */
const INPUT_METHOD_KEY_CODE = 229;

interface ComposerProps {
  initialDraft: string;
  onDraft: (draft: string) => void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  isPending: boolean;
  /** Stands beside the counter. */
  beside?: ReactNode;
  onSend: (question: string) => void;
  onStop: () => void;
}

/** Where a question is written. What is being written stays, whatever happens to the last one. */
export function Composer(props: ComposerProps) {
  const messages = useMessages(MESSAGES);
  const { initialDraft, onDraft, fieldRef, isPending, beside, onSend, onStop } = props;
  const [draft, setDraft] = useState(initialDraft);
  const [cut, setCut] = useState<CutPaste | null>(null);
  const pasted = useRef<CutPaste | null>(null);
  const fieldId = useId();
  const counterId = useId();
  useSlashFocus(fieldRef);
  useFittingHeight(fieldRef);
  const barRef = useToldHeights();

  const question = cutDraft(draft).trim();
  const canSend = question !== '' && !isPending;

  function write(text: string) {
    setDraft(text);
    onDraft(text);
    setCut(pasted.current);
    pasted.current = null;
  }

  /** The browser lets in only what has room, and tells nobody. */
  function weighPaste({
    clipboardData,
    currentTarget: field,
  }: ClipboardEvent<HTMLTextAreaElement>) {
    const text = clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
    const replaced = field.selectionEnd - field.selectionStart;
    const leftOut = draft.length - replaced + text.length - CHAT_INPUT_MAX_LENGTH;
    pasted.current = leftOut > 0 ? { leftOut, before: draft } : null;
    // Where nothing had room nothing changes.
    if (leftOut >= text.length) setCut(pasted.current);
  }

  function undoPaste({ before }: CutPaste) {
    write(before);
    fieldRef.current?.focus();
  }

  function send(event: FormEvent | FieldKeyEvent) {
    event.preventDefault();
    if (!canSend) return;
    write('');
    onSend(question);
  }

  function sendOnEnter(event: FieldKeyEvent) {
    if (event.key !== 'Enter' || event.shiftKey) return;
    if (event.nativeEvent.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE) return;
    send(event);
  }

  return (
    <div
      ref={barRef}
      className="sticky bottom-0 z-(--z-sticky) bg-linear-to-t from-bg from-82% to-transparent pt-3 pb-[max(var(--space-4),env(safe-area-inset-bottom))]"
    >
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
            aria-describedby={`${NOTICE_ID} ${counterId}`}
            aria-keyshortcuts="/"
            enterKeyHint="send"
            // Cutting while an input method composes would break the word it is at.
            onChange={({ target, nativeEvent }) =>
              write(isComposing(nativeEvent) ? target.value : cutDraft(target.value))
            }
            onCompositionEnd={({ currentTarget }) => write(cutDraft(currentTarget.value))}
            onKeyDown={sendOnEnter}
            onPaste={weighPaste}
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
        <div aria-live="polite" className="text-xs text-ink-2">
          {cut !== null && <CutNote leftOut={cut.leftOut} onUndo={() => undoPaste(cut)} />}
        </div>
        <div className="flex justify-between gap-4 pt-[7px] pr-1 pl-[17px] text-xs text-ink-3">
          <DraftCounter id={counterId} used={draft.length} />
          {beside}
          <KeyHints />
        </div>
      </form>
    </div>
  );
}

/** What a paste lost to the limit, and the draft from before it. */
interface CutPaste {
  readonly leftOut: number;
  readonly before: string;
}

function CutNote({ leftOut, onUndo }: { leftOut: number; onUndo: () => void }) {
  const messages = useMessages(MESSAGES);
  return (
    <span className="flex items-center gap-1 pt-1.5 pl-[17px]">
      {messages.leftOut(leftOut)}
      <button
        type="button"
        onClick={onUndo}
        className="min-h-8 rounded-xs px-2 font-semibold text-primary underline pointer-coarse:min-h-control"
      >
        {messages.undo}
      </button>
    </span>
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
      <span className="mr-3 max-lg:hidden">
        <kbd className={KEY_CLASSES}>/</kbd>
        {messages.keyWrites}
      </span>
      <kbd className={KEY_CLASSES}>{messages.keyEnter}</kbd>
      {messages.keySends}
      <kbd className={KEY_CLASSES}>{messages.keyShift}</kbd> +{' '}
      <kbd className={KEY_CLASSES}>{messages.keyEnter}</kbd>
      {messages.keyBreaksLine}
    </span>
  );
}

/** How much of the message is used. Reaching the limit is said once, not at every key. */
function DraftCounter({ id, used }: { id: string; used: number }) {
  const messages = useMessages(MESSAGES);
  const isFull = used >= CHAT_INPUT_MAX_LENGTH;
  return (
    <span
      className={`inline-flex items-center gap-[5px] ${isFull ? 'font-semibold text-danger' : ''}`}
    >
      {isFull && <CircleAlert aria-hidden size={14} className="shrink-0" />}
      <span id={id} className="tabular-nums">
        {messages.counter(Math.min(used, CHAT_INPUT_MAX_LENGTH), CHAT_INPUT_MAX_LENGTH)}
      </span>
      <span aria-live="polite" className="sr-only">
        {isFull && messages.limitReached(CHAT_INPUT_MAX_LENGTH)}
      </span>
    </span>
  );
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * At most 500 UTF-16 units of the text; a character of two units is kept whole or left out, also
 * when a browser's own limit has cut it in half.
 */
export function cutDraft(text: string): string {
  const splitsPair = isHighSurrogate(text.charCodeAt(CHAT_INPUT_MAX_LENGTH - 1));
  return text.slice(0, splitsPair ? CHAT_INPUT_MAX_LENGTH - 1 : CHAT_INPUT_MAX_LENGTH);
}

function isField(element: Element | null): boolean {
  return (
    element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable]')
  );
}

/** The key `/` moves the focus to the field, unless another field or a dialog has it. */
function useSlashFocus(fieldRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const focusField = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isField(document.activeElement) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      fieldRef.current?.focus();
    };
    document.addEventListener('keydown', focusField);
    return () => document.removeEventListener('keydown', focusField);
  }, [fieldRef]);
}

/** Lets a textarea grow with its text where the browser cannot do it by itself (field-sizing). */
function useFittingHeight(fieldRef: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (field === null || CSS.supports('field-sizing', 'content')) return;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
  });
}

/**
 * Tells what stands above how much of the window is covered at its lower end: by the composer
 * (`--composer-height`) and by an on-screen keyboard, which many browsers lay over the page
 * (`--keyboard-height`).
 */
function useToldHeights(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const tell = useCallback(() => {
    const bar = ref.current;
    const style = bar?.parentElement?.style;
    style?.setProperty('--composer-height', `${bar?.offsetHeight}px`);
    style?.setProperty('--keyboard-height', `${keyboardHeight()}px`);
  }, []);
  // At once with a draft that is sent, since the list scrolls in the same moment.
  useLayoutEffect(tell);
  useEffect(() => {
    const watch = new ResizeObserver(tell);
    if (ref.current !== null) watch.observe(ref.current);
    const { visualViewport } = window;
    visualViewport?.addEventListener('resize', tell);
    return () => {
      watch.disconnect();
      visualViewport?.removeEventListener('resize', tell);
    };
  }, [tell]);
  return ref;
}

/** What is not seen of the window although nobody has zoomed in. */
function keyboardHeight(): number {
  if (!window.visualViewport) return 0;
  const { height, scale } = window.visualViewport;
  return Math.max(0, Math.round(document.documentElement.clientHeight - height * scale));
}
