import type { Document } from '@pathway/contract/documents';
import { TableHead } from '../../ui/table-head.tsx';
import { DocumentRow } from './document-row.tsx';
import type { DocumentRows } from './documents-machine.ts';
import { MESSAGES } from './messages.ts';
import type { DocumentActions } from './use-document-rows.ts';

interface DocumentsTableProps {
  documents: Document[];
  rows: DocumentRows;
  actions: DocumentActions;
}

export function DocumentsTable({ documents, rows, actions }: DocumentsTableProps) {
  return (
    <table aria-labelledby="uploaded-documents" className="data-table">
      <colgroup>
        <col className="w-[32%]" />
        <col className="w-28" />
        <col className="w-38" />
        <col />
        <col className="w-66" />
      </colgroup>
      <TableHead columns={MESSAGES.columns} />
      <tbody>
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            editor={rows.editor?.id === document.id ? rows.editor : null}
            isDeleting={rows.deletingIds.includes(document.id)}
            actions={actions}
          />
        ))}
      </tbody>
    </table>
  );
}
