import type { Document } from '@pathway/contract/documents';
import { TAG_MAX_LENGTH } from '@pathway/contract/limits';
import { Tag as TagIcon, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { useOpenedItem } from '../../lib/use-opened-item.ts';
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
  actions: DocumentActions;
}

const { columns } = MESSAGES;

export function DocumentRow(props: DocumentRowProps) {
  const { document, editor, isDeleting, isResting, actions } = props;
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
          <TagEditor editor={editor} actions={actions} />
        </td>
      ) : (
        <ClosedCells
          document={document}
          isDeleting={isDeleting}
          isResting={isResting}
          actions={actions}
        />
      )}
    </tr>
  );
}

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
  return (
    <div className="row-actions">
      <RowAction
        icon={TagIcon}
        disabled={isDeleting}
        onClick={() => actions.edit(document.id, document.tags)}
      >
        {MESSAGES.editTags}
      </RowAction>
      <RowAction
        icon={Trash2}
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
  actions: DocumentActions;
}

/** Edits the tags of one document, held here until Save. Enter adds, Esc leaves. */
function TagEditor({ editor, actions }: TagEditorProps) {
  return (
    <div className="grid min-w-64 animate-rise gap-2.5">
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {editor.draft.map((tag) => (
          <RemovableTag
            key={tag}
            removeLabel={MESSAGES.removeTag(tag)}
            disabled={editor.isSaving}
            onRemove={() => actions.removeTag(tag)}
          >
            {tag}
          </RemovableTag>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <NewTag isSaving={editor.isSaving} onAdd={actions.addTag} onLeave={actions.cancel} />
        <span className="ml-auto flex gap-1.5 sm:ml-2">
          <Button variant="ghost" size="sm" disabled={editor.isSaving} onClick={actions.cancel}>
            {MESSAGES.cancel}
          </Button>
          <Button
            size="sm"
            busy={editor.isSaving}
            busyLabel={MESSAGES.saving}
            onClick={() => void actions.save()}
          >
            {MESSAGES.save}
          </Button>
        </span>
      </div>
      {editor.error !== null && <FieldError>{editor.error}</FieldError>}
    </div>
  );
}

interface NewTagProps {
  isSaving: boolean;
  onAdd: (text: string) => void;
  onLeave: () => void;
}

function NewTag({ isSaving, onAdd, onLeave }: NewTagProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const add = () => {
    onAdd(text);
    setText('');
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onLeave();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
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
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
        className={SMALL_INPUT_CLASSES}
      />
      <Button variant="secondary" size="sm" disabled={isSaving} onClick={add}>
        {MESSAGES.add}
      </Button>
    </span>
  );
}
