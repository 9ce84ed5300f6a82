import type { Document } from '@pathway/contract/documents';
import { Tag as TagIcon, Trash2 } from 'lucide-react';
import { formatDate } from '../../lib/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
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
        <Badge tone={documentStatusTone(document.status)}>{document.status}</Badge>
        {document.warning !== undefined && (
          <p className="mt-1.5 max-w-60 text-sm text-ink-2 wrap-anywhere">{document.warning}</p>
        )}
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
        <div className="flex flex-wrap gap-1.5">
          {document.tags.length === 0 && <span className="text-ink-3">{MESSAGES.noTags}</span>}
          {document.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </div>
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
      <Button
        variant="ghost"
        size="sm"
        icon={<TagIcon aria-hidden size={16} />}
        disabled={isDeleting}
        onClick={() => actions.edit(document.id, document.tags)}
      >
        {MESSAGES.editTags}
      </Button>
      <Button
        variant="danger-ghost"
        size="sm"
        icon={<Trash2 aria-hidden size={16} />}
        busy={isDeleting}
        busyLabel={MESSAGES.deleting}
        onClick={() => void actions.remove(document.id)}
      >
        {MESSAGES.delete}
      </Button>
    </div>
  );
}
