import type { Document } from '@pathway/contract/documents';
import { Tag as TagIcon, Trash2 } from 'lucide-react';
import { formatDate } from '../../lib/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { TagList } from '../../ui/tag-list.tsx';
import { documentStatusTone } from './document-status.ts';
import type { TagEditor as EditorState } from './documents-machine.ts';
import { MESSAGES } from './messages.ts';
import { TagEditor } from './tag-editor.tsx';
import type { DocumentActions } from './use-document-rows.ts';

interface DocumentRowProps {
  document: Document;
  /** Set when this row's tag editor is the open one. */
  editor: EditorState | null;
  isDeleting: boolean;
  actions: DocumentActions;
}

const { columns } = MESSAGES;

export function DocumentRow({ document, editor, isDeleting, actions }: DocumentRowProps) {
  return (
    <tr data-editing={editor ? 'tall' : undefined} data-busy={isDeleting ? '' : undefined}>
      <td data-label={columns.filename} data-cell="full">
        <span className="flex items-center gap-2.5 font-semibold wrap-anywhere">
          <FileKind filename={document.filename} />
          {document.filename}
        </span>
      </td>
      <td data-label={columns.uploaded} className="tabular-nums">
        {formatDate(document.created_at)}
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
        <ClosedCells document={document} isDeleting={isDeleting} actions={actions} />
      )}
    </tr>
  );
}

function FileKind({ filename }: { filename: string }) {
  const extension = filename.split('.').at(-1)?.toUpperCase() ?? '';
  return (
    <span
      aria-hidden
      className="grid h-6 w-11.5 shrink-0 place-items-center rounded-xs border border-line bg-surface-2 font-display text-[0.6875rem] leading-none font-bold tracking-[0.02em] text-ink-2"
    >
      {extension}
    </span>
  );
}

function ClosedCells({ document, isDeleting, actions }: Omit<DocumentRowProps, 'editor'>) {
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
        <RowActions document={document} isDeleting={isDeleting} actions={actions} />
      </td>
    </>
  );
}

function RowActions({ document, isDeleting, actions }: Omit<DocumentRowProps, 'editor'>) {
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
        busy={isDeleting}
        busyLabel={MESSAGES.deleting}
        onClick={() => void actions.remove(document.id)}
      >
        {MESSAGES.delete}
      </RowAction>
    </div>
  );
}
