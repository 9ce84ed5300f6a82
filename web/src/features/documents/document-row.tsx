import type { Document } from '@pathway/contract/documents';
import { TAG_MAX_LENGTH } from '@pathway/contract/limits';
import { Tag as TagIcon, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { findButton, focusRow, useFocusAfter } from '../../lib/admin/named-row.ts';
import { addTags, completeTag, suggestTags } from '../../lib/admin/tags.ts';
import { formatDate } from '../../lib/dates.ts';
import { useOpenedItem } from '../../lib/use-opened-item.ts';
import { TagSuggestions } from '../../ui/admin/tag-suggestions.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, RowAction } from '../../ui/data-table.tsx';
import { FieldError, SMALL_INPUT_CLASSES } from '../../ui/fields.tsx';
import { RemovableTag, TagList } from '../../ui/tag.tsx';
import { type DocumentActions, documentStatusTone } from './documents-calls.ts';
import type { TagEditor as EditorState } from './documents-machine.ts';
import { MESSAGES } from './messages.ts';

interface DocumentRowProps {
  document: Document;
  /** Set when this row's tag editor is the open one. */
  editor: EditorState | null;
  isDeleting: boolean;
  /** Another row was deleted a moment ago. */
  isResting: boolean;
  /** Of the other documents. */
  knownTags: readonly string[];
  actions: DocumentActions;
}

const { columns } = MESSAGES;

export function DocumentRow(props: DocumentRowProps) {
  const { document, editor, isDeleting, knownTags, actions } = props;
  const { open } = useOpenedItem('reading');
  return (
    <tr
      data-row={document.id}
      data-editing={editor ? 'tall' : undefined}
      data-busy={isDeleting ? '' : undefined}
    >
      <td data-label={columns.filename} data-cell="full">
        <span className="flex items-center gap-2.5 font-semibold wrap-anywhere">
          <FileKind filename={document.filename} />
          <button
            id={nameIdOf(document)}
            type="button"
            aria-haspopup="dialog"
            data-opens-reading={document.id}
            title={MESSAGES.lookInside}
            onClick={() => open(document.id)}
            className="min-h-6 text-left font-semibold wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-primary"
          >
            {document.filename || MESSAGES.noName}
          </button>
        </span>
      </td>
      <td data-label={columns.uploaded} className="tabular-nums">
        {document.created_at === '' ? MESSAGES.noDate : formatDate(document.created_at)}
      </td>
      <td data-label={columns.status}>
        <div className="grid grid-cols-1 justify-items-start gap-1">
          <Badge tone={documentStatusTone(document.status)}>{document.status}</Badge>
          {document.warning !== undefined && (
            <p className="text-xs wrap-anywhere text-ink-2">{document.warning}</p>
          )}
        </div>
      </td>
      {editor ? (
        <td colSpan={2} data-cell="full">
          <TagEditor editor={editor} knownTags={knownTags} actions={actions} />
        </td>
      ) : (
        <ClosedCells {...props} />
      )}
    </tr>
  );
}

/** What a row's buttons are about. */
const nameIdOf = ({ id }: Document) => `name-${id}`;

function FileKind({ filename }: { filename: string }) {
  const [, extension = MESSAGES.unknownKind] = /\.(\w{1,5})$/.exec(filename) ?? [];
  return (
    <span
      aria-hidden
      className="grid h-6 w-11.5 shrink-0 place-items-center rounded-xs border border-line bg-surface-2 font-display text-[0.6875rem] leading-none font-bold tracking-[0.02em] text-ink-2"
    >
      {extension.toUpperCase()}
    </span>
  );
}

function ClosedCells(props: Omit<DocumentRowProps, 'editor'>) {
  const { document } = props;
  return (
    <>
      <td data-label={columns.tags}>
        {document.tags.length === 0 ? (
          <span className="text-ink-3">{MESSAGES.noTags}</span>
        ) : (
          <TagList tags={document.tags} />
        )}
      </td>
      <td data-label={columns.actions} data-cell="full">
        <RowActions {...props} />
      </td>
    </>
  );
}

function RowActions(props: Omit<DocumentRowProps, 'editor'>) {
  const { document, isDeleting, isResting, actions } = props;
  useFocusAfter(isDeleting, () => findButton(document.id));
  return (
    <div className="row-actions">
      <RowAction
        icon={TagIcon}
        aria-describedby={nameIdOf(document)}
        disabled={isDeleting}
        onClick={() => actions.edit(document.id, document.tags)}
      >
        {MESSAGES.editTags}
      </RowAction>
      <RowAction
        icon={Trash2}
        aria-describedby={nameIdOf(document)}
        isFinal
        disabled={isResting}
        busy={isDeleting}
        busyLabel={MESSAGES.deleting}
        onClick={() => void actions.remove(document.id)}
      >
        {MESSAGES.delete}
      </RowAction>
    </div>
  );
}

interface TagEditorProps {
  editor: EditorState;
  knownTags: readonly string[];
  actions: DocumentActions;
}

/** Edits the tags of one document, held here until Save, which adds what is typed too. Enter adds, Esc leaves. */
function TagEditor({ editor, knownTags, actions }: TagEditorProps) {
  const { draft, isSaving } = editor;
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    return () => focusRow(editor.id);
  }, [editor.id]);
  useEffect(() => {
    if (editor.error !== null) input.current?.focus();
  }, [editor.error]);
  const add = (typed: string) => {
    actions.changeTags(addTags(draft, typed, knownTags));
    setText('');
  };
  return (
    <div className="grid min-w-64 animate-rise gap-2.5">
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {draft.map((tag) => (
          <RemovableTag
            key={tag}
            removeLabel={MESSAGES.removeTag(tag)}
            disabled={isSaving}
            onRemove={() => {
              actions.changeTags(draft.filter((other) => other !== tag));
              input.current?.focus();
            }}
          >
            {tag}
          </RemovableTag>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <NewTag
          input={input}
          text={text}
          isSaving={isSaving}
          onType={setText}
          onAdd={() => add(text)}
          onLeave={actions.cancel}
        />
        <span className="ml-auto flex gap-1.5 sm:ml-2">
          <Button variant="ghost" size="sm" disabled={isSaving} onClick={actions.cancel}>
            {MESSAGES.cancel}
          </Button>
          <Button
            size="sm"
            busy={isSaving}
            busyLabel={MESSAGES.saving}
            onClick={() => {
              setText('');
              void actions.save(addTags(draft, text, knownTags));
            }}
          >
            {MESSAGES.save}
          </Button>
        </span>
      </div>
      <TagSuggestions
        tags={suggestTags(knownTags, text, draft)}
        onPick={(tag) => {
          add(completeTag(text, tag));
          input.current?.focus();
        }}
      />
      {editor.error !== null && <FieldError>{editor.error}</FieldError>}
    </div>
  );
}

interface NewTagProps {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  isSaving: boolean;
  onType: (text: string) => void;
  onAdd: () => void;
  onLeave: () => void;
}

function NewTag({ input, text, isSaving, onType, onAdd, onLeave }: NewTagProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onLeave();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onAdd();
  };
  return (
    <span className="flex min-w-52 flex-1 gap-1.5">
      <input
        ref={input}
        aria-label={MESSAGES.addTag}
        placeholder={MESSAGES.addTag}
        maxLength={TAG_MAX_LENGTH}
        disabled={isSaving}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={handleKey}
        className={SMALL_INPUT_CLASSES}
      />
      <Button variant="secondary" size="sm" disabled={isSaving} onClick={onAdd}>
        {MESSAGES.add}
      </Button>
    </span>
  );
}
